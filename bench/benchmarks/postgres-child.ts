import { once } from 'node:events'
import { type Asked, append, insert } from './postgres.ts'

const ready = () => {
  const told = once(process, 'message')
  process.send!('ready')
  return told
}
const asked = JSON.parse(process.argv[2]!) as Asked
process.send!(await (asked.bare ? insert : append)(asked, ready))
process.disconnect()
