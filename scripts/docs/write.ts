import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { referencePages } from './reference.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'reference')
mkdirSync(folder, { recursive: true })
for (const [name, text] of await referencePages()) writeFileSync(join(folder, name), text)
