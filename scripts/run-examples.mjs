// Runs every example, one after the other, and ends with an error when one does. A name runs only the examples that contain it.
import './quiet-pipe.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = process.argv[2] ?? ''
const names = readdirSync(join(root, 'examples'))
  .filter((name) => name.includes(wanted) && existsSync(join(root, 'examples', name, 'run.ts')))
  .sort()

const failed = []
for (const name of names) {
  console.log(`== ${name}`)
  const script = join(root, 'examples', name, 'run.ts')
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed.push(name)
}

console.log(`\n${names.length - failed.length} of ${names.length} examples hold`)
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
process.exit(names.length > 0 && failed.length === 0 ? 0 : 1)
