// Prints the size of the source and the bounds that the tests enforce. `npm run house -- --lower` lowers the bounds to the measured
// values; no program ever raises them.
import './quiet-pipe.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIGURES, type Figures, figures } from '../test/architecture/figures.ts'
import { ROOT } from '../test/architecture/source-files.ts'

const file = join(ROOT, 'test/architecture/bounds.json')
const bounds: Figures = JSON.parse(readFileSync(file, 'utf8'))
const measured = figures()
const number = new Intl.NumberFormat('en-US')

if (process.argv.includes('--json')) console.log(JSON.stringify({ measured, bounds }, undefined, 2))
else
  for (const { name, says } of FIGURES)
    console.log(
      `${number.format(measured[name]).padStart(7)}  of at most ${number.format(bounds[name]).padStart(7)}  ${says}`,
    )

if (process.argv.includes('--lower')) {
  const lower = FIGURES.map(({ name }) => [name, Math.min(measured[name], bounds[name] ?? Infinity)])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(lower), undefined, 2)}\n`)
}
