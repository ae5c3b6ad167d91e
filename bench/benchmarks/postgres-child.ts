import { type Asked, appendFor } from './postgres.ts'

process.send!(await appendFor(JSON.parse(process.argv[2]!) as Asked))
process.disconnect()
