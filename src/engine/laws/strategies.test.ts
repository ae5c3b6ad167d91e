import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STRATEGY_PHRASES, type Strategy, strategiesIn } from './strategies.ts'

const NAMES = STRATEGY_PHRASES.map(({ strategy }) => strategy)

const EXAMPLES: readonly [string, Strategy][] = [
  ['Splitting by file-type keeps reviews short', 'Split by file type'],
  ['Split the work by component', 'Split by component'],
  ['Group tasks by layers', 'Split by layer (UI/logic/data)'],
  ['Divide by feature', 'Split by feature'],
  ['one-file-per-task', 'One file per subtask'],
  ['a single file for each sub-task', 'One file per subtask'],
  ['Do the shared types first', 'Handle shared types first'],
  ['First, define the shared types', 'Handle shared types first'],
  ['Keep API routes separate', 'Separate API routes'],
  ['separate the API from the rest', 'Separate API routes'],
  ['Write tests with code', 'Tests alongside implementation'],
  ['tests next to their source', 'Tests alongside implementation'],
  ['Put tests in a separate task', 'Tests in separate subtask'],
  ['Parallelize everything', 'Maximize parallelization'],
  ['maximise\nparallelism', 'Maximize parallelization'],
  ['do all in parallel', 'Maximize parallelization'],
  ['in sequential order', 'Sequential execution order'],
  ['run them sequentially', 'Sequential execution order'],
  ['follow the dependency order', 'Respect dependency chain'],
  ['in order of dependencies', 'Respect dependency chain'],
]

describe('strategies', () => {
  it('finds both in the documented sentence', () => {
    expect(strategiesIn("We'll split by file type, one file per subtask")).toEqual([
      'Split by file type',
      'One file per subtask',
    ])
  })

  it('lists the twelve of the page, in its order', () => {
    expect(NAMES).toEqual([
      'Split by file type',
      'Split by component',
      'Split by layer (UI/logic/data)',
      'Split by feature',
      'One file per subtask',
      'Handle shared types first',
      'Separate API routes',
      'Tests alongside implementation',
      'Tests in separate subtask',
      'Maximize parallelization',
      'Sequential execution order',
      'Respect dependency chain',
    ])
  })

  it.each(NAMES)('knows its own name: %s', (name) => {
    expect(strategiesIn(`Plan: ${name}.`)).toEqual([name])
    expect(strategiesIn(name.toUpperCase())).toEqual([name])
  })

  it.each(EXAMPLES)('takes %j for %s', (text, strategy) => {
    expect(strategiesIn(text)).toEqual([strategy])
  })

  it.each([
    '',
    'split the bill',
    'a file per day',
    'shared types last',
    'the API is slow',
    'tests pass',
    'in parallel with the build',
    'a sequential scan',
    'add a dependency',
    'features split off',
  ])('finds none in %j', (text) => {
    expect(strategiesIn(text)).toEqual([])
  })

  it('names each once, in list order, however the text orders or repeats them', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...NAMES)), (named) => {
        const text = named.join('. ')
        expect(strategiesIn(text)).toEqual(NAMES.filter((name) => named.includes(name)))
      }),
    )
  })
})
