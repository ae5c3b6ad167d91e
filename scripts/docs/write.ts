import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerSchemas } from './answer-schemas.ts'
import { libraryPage } from './library-page.ts'
import { withFigures } from './readme-figures.ts'
import { verbOptions } from './verb-options.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const cli = join(root, 'src', 'edges', 'cli')
writeFileSync(join(cli, 'verb-options.json'), verbOptions())
writeFileSync(join(root, 'src', 'loop', 'verbs', 'answers.json'), answerSchemas())

// The following files are generated from those just written.
const { commandCatalogue } = await import('./command-catalogue.ts')
writeFileSync(join(cli, 'catalogue.json'), await commandCatalogue())
const { MADE, referencePages } = await import('./reference.ts')
const folder = join(root, 'docs', 'reference')
mkdirSync(folder, { recursive: true })
for (const [name, text] of await referencePages()) writeFileSync(join(folder, name), text)
writeFileSync(join(folder, 'library.md'), libraryPage(MADE))

const readme = join(root, 'README.md')
writeFileSync(readme, withFigures(readFileSync(readme, 'utf8')))
