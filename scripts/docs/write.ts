import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFigures } from './readme-figures.ts'
import { referencePages } from './reference.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const folder = join(root, 'docs', 'reference')
mkdirSync(folder, { recursive: true })
for (const [name, text] of await referencePages()) writeFileSync(join(folder, name), text)

const readme = join(root, 'README.md')
writeFileSync(readme, withFigures(readFileSync(readme, 'utf8')))
