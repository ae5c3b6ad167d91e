import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandCatalogue } from './command-catalogue.ts'
import { withFigures } from './readme-figures.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
writeFileSync(join(root, 'src', 'edges', 'cli', 'catalogue.json'), await commandCatalogue())

// Some pages are made of the catalogue that was just written.
const { referencePages } = await import('./reference.ts')
const folder = join(root, 'docs', 'reference')
mkdirSync(folder, { recursive: true })
for (const [name, text] of await referencePages()) writeFileSync(join(folder, name), text)

const readme = join(root, 'README.md')
writeFileSync(readme, withFigures(readFileSync(readme, 'utf8')))
