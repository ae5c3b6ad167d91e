import { once } from 'node:events'
import { join } from 'node:path'
import { openSealKeeper } from '../../src/machine/gate/seal-keeper.ts'

/** Signs the same words in many folders that have no key yet, as a process of its own; begins when it is told to. */
const [folder = '', keys = '0'] = process.argv.slice(2)
console.log('ready')
await once(process.stdin, 'data')
for (let i = 0; i < Number(keys); i++) console.log(openSealKeeper(join(folder, String(i))).sign('words'))
process.stdin.destroy()
