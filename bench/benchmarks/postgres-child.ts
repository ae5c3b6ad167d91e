import { once } from 'node:events'
import { type Asked, appendFor } from './postgres.ts'

const ready = () => {
  const told = once(process, 'message')
  process.send!('ready')
  return told
}
process.send!(await appendFor(JSON.parse(process.argv[2]!) as Asked, ready))
process.disconnect()
