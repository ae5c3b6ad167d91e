import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthProblem, repeated } from '../../../fuzz/growth.ts'
import { edited, type LivedStep, prompt, ran, STEP_MS, said, sessionFacts } from '../../../test/worlds/session.ts'
import { stepsOf } from './session.ts'
import { figuresOf, SHARP_OUTCOMES, worksOf } from './work.ts'

const works = (...steps: LivedStep[]) => worksOf(stepsOf(sessionFacts(steps)))
const ends = (...steps: LivedStep[]) => works(...steps).map(({ result, observedBy }) => `${result} ${observedBy}`)
const ask = prompt('make it so')

describe('how the work of a session ended', () => {
  it.each<[string, LivedStep[], string]>([
    ['a test that passed after the last change is success', [edited('a.ts'), ran('npm test')], 'success test'],
    ['a build that passed is success', [edited('a.ts'), ran('npm run build')], 'success build'],
    ['a test that failed is failure', [edited('a.ts'), ran('npm test', 'failed')], 'failure test'],
    [
      'a build that failed decides against tests that passed',
      [edited('a.ts'), ran('npm test'), ran('tsc', 'failed')],
      'failure build',
    ],
    ['the last run of the tests counts', [edited('a.ts'), ran('npm test', 'failed'), ran('npm test')], 'success test'],
    ['that the agent stopped is not success', [edited('a.ts'), said('Done, all works.')], 'unknown none'],
    ['a test before the last change tells nothing', [edited('a.ts'), ran('npm test'), edited('b.ts')], 'unknown none'],
    [
      'prose that is written after the test changes nothing',
      [edited('a.ts'), ran('npm test'), edited('README.md')],
      'success test',
    ],
    ['a linter tells nothing', [edited('a.ts'), ran('npm run lint')], 'unknown none'],
    ['tests without a change tell nothing of work', [ran('npm test')], 'unknown none'],
    [
      'an edit from the shell is a change',
      [edited('a.ts'), ran('npm test'), ran("sed -i 's/a/b/' a.ts")],
      'unknown none',
    ],
    ['what was put back has failed', [edited('a.ts'), ran('npm test'), ran('git checkout -- a.ts')], 'failure revert'],
    ['an edit that a person refused has failed', [edited('a.ts', { ended: 'denied' })], 'failure revert'],
    [
      'a refused push says nothing against tests that passed',
      [edited('a.ts'), ran('npm test'), ran('git push', 'denied')],
      'success test',
    ],
    ['a masked exit code is no observation', [edited('a.ts'), ran('npm test | tail')], 'unknown none'],
  ])('%s', (_, steps, end) => {
    expect(ends(ask, ...steps)).toEqual([end])
  })

  it('is told with the reason', () => {
    const why = (...steps: LivedStep[]) => works(ask, ...steps)[0]!.why
    expect(why(edited('a.ts'), ran('npm test'))).toBe('npm test passed after the last change')
    expect(why(edited('a.ts'), ran('npm test', 'failed'))).toBe('npm test failed after the last change')
    expect(why(edited('a.ts'))).toBe('no test or build ran after the last change')
    expect(why(ran('npm test'))).toBe('nothing was changed')
    expect(why(edited('a.ts'), ran('git checkout -- a.ts'))).toBe('git checkout -- a.ts put the change back')
    expect(why(edited('a.ts', { ended: 'denied' }))).toBe('a person refused the edit')
  })

  it('a change of before that was put back tells nothing of this work', () => {
    expect(works(ask, ran('git checkout -- a.ts'))[0]).toMatchObject({
      result: 'unknown',
      why: 'nothing was changed',
    })
  })

  it('a prompt after work that held begins the next one', () => {
    const steps = [ask, edited('a.ts'), ran('npm test'), ask, edited('b.ts'), ran('npm test', 'failed')]
    expect(ends(...steps)).toEqual(['success test', 'failure test'])
  })

  it('a prompt after a failure goes on with the same work', () => {
    const steps = [ask, edited('a.ts'), ran('npm test', 'failed'), ask, edited('a.ts'), ran('npm test')]
    expect(ends(...steps)).toEqual(['success test'])
  })

  it('a later prompt may be the one that has it tested', () => {
    expect(ends(ask, edited('a.ts'), said('done'), prompt('run the tests'), ran('npm test'))).toEqual(['success test'])
  })

  it('a session of words alone has no work', () => {
    expect(works(ask, said('It is so already.'))).toEqual([])
  })
})

describe('the course of the work', () => {
  it('counts errors, retries of the same command, files and adapters', () => {
    const [work] = works(
      ask,
      ran('npm test', 'failed'),
      edited('src/a.ts'),
      ran('npm test', 'failed'),
      ran('git push origin main'),
      edited('src/a.ts'),
      ran('npm test'),
    )
    expect(work).toMatchObject({ errorCount: 2, retryCount: 2, files: ['src/a.ts'], adapters: ['git'] })
  })

  it('does not count the time in which the agent waited for a person', () => {
    const before = sessionFacts([ask, edited('a.ts'), ran('npm test', 'failed')])
    const later = sessionFacts([ask, edited('a.ts'), ran('npm test')], {
      at: before[0]!.occurredAt + 86_400_000,
    })
    const [work] = worksOf(stepsOf([...before, ...later]))
    expect(work?.durationMs).toBe(4 * STEP_MS)
  })

  it('is another attempt after each change and check, and the same one after mere words', () => {
    const attempt = (...steps: LivedStep[]) => works(ask, ...steps)[0]?.attempt
    const base = [edited('a.ts'), ran('npm test', 'failed')]
    expect(attempt(...base, said('It fails.'), prompt('why?'), ran('git status'))).toBe(attempt(...base))
    expect(attempt(...base, edited('a.ts'))).toBe(attempt(...base)! + 1)
  })

  it('comes out the same in whatever order the facts arrive', () => {
    const facts = sessionFacts([ask, edited('a.ts'), ran('npm test', 'failed'), edited('a.ts'), ran('npm test')])
    expect(worksOf(stepsOf([...facts].reverse()))).toEqual(worksOf(stepsOf(facts)))
  })

  it('is closed by the prompt after it exactly where it would count as success by itself', () => {
    const step = fc.constantFrom(
      edited('a.ts'),
      edited('a.ts', { ended: 'denied' }),
      ran('npm test'),
      ran('npm test', 'failed'),
      ran('npm run build'),
      ran('npm run build', 'failed'),
      ran('git checkout a.ts'),
      ran('git status'),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const isSuccess = ends(ask, ...steps)[0]?.startsWith('success') === true
        expect(works(ask, ...steps, ask, ran('git status'))).toHaveLength(isSuccess ? 2 : 1)
      }),
    )
  })

  it.each(['go on\n', '$npm test\n', 'go on\n$npm test\n'])(
    'takes work in proportion to the session, of %j again and again',
    async (unit) => {
      const check = (text: string) =>
        works(...text.split('\n').map((line) => (line.startsWith('$') ? ran(line.slice(1), 'failed') : prompt(line))))
      expect(await growthProblem({ check }, repeated(unit), 65_536)).toBeUndefined()
    },
  )
})

describe('the sharp outcomes of a session', () => {
  const figure = (id: string, ...steps: LivedStep[]) => figuresOf(stepsOf(sessionFacts(steps)))[id]
  const refused = (words: string): LivedStep => ({
    ...(ran('npm publish', 'denied') as object),
    tool: 'Bash',
    kind: 'shell',
    ended: 'denied',
    output: `The user provided the following reason for the rejection: ${words}`,
  })

  it.each<[string, string, number | undefined, LivedStep[]]>([
    ['failed-commands', 'counts commands that failed', 2, [ran('a', 'failed'), ran('b', 'failed'), ran('c')]],
    ['failed-commands', 'is unknown where no command is seen to end', undefined, [ran('a', 'unknown')]],
    ['retries', 'counts a failed command that is run again', 1, [ran('a', 'failed'), ran('b'), ran('a')]],
    ['retries', 'does not count a command that had passed', 0, [ran('a'), ran('a')]],
    ['corrections', 'is unknown without a prompt', undefined, [ran('a')]],
    ['corrections', 'does not count the first prompt', 0, [prompt('No, always use tabs here.')]],
    [
      'corrections',
      'counts a prompt that corrects',
      1,
      [ask, edited('a.ts'), prompt('no, that is wrong, use the other table'), prompt('thanks, now the docs')],
    ],
    ['corrections', 'counts a refusal with words', 1, [ask, refused('never publish from a branch')]],
    [
      'corrections',
      'counts the prompt that explains a refusal without words, once',
      1,
      [ask, ran('npm publish', 'denied'), prompt('the release belongs to the other team')],
    ],
    ['test-minutes', 'is unknown where no test ran', undefined, [ask, edited('a.ts'), ran('npm run build')]],
    [
      'test-minutes',
      'takes a test that passed before the first change for none',
      0.1,
      [ask, ran('npm test'), edited('a.ts'), ran('npm test', 'failed'), ran('npm test')],
    ],
    [
      'test-minutes',
      'counts tests that never passed as the most',
      30,
      [ask, edited('a.ts'), ran('npm test', 'failed')],
    ],
    ['rewritten-lines', 'is unknown where no edit shows its lines', undefined, [edited('a.ts')]],
    [
      'rewritten-lines',
      'counts lines of the session that are changed again, not the lines around them',
      1,
      [
        edited('a.ts', { added: 'const one = 1\nconst two = 2\n}' }),
        edited('a.ts', {
          removed: 'const one = 1\nconst two = 2\n}',
          added: 'const one = 1\nconst two = 3\n}',
        }),
      ],
    ],
    [
      'rewritten-lines',
      'does not count lines that were there before, or are in another file',
      0,
      [
        edited('a.ts', { removed: 'const old = 1', added: 'const one = 1' }),
        edited('b.ts', { removed: 'const one = 1', added: 'const two = 2' }),
      ],
    ],
  ])('%s %s', (id, _, expected, steps) => {
    expect(figure(id, ...steps)).toBe(expected)
  })

  it('are one table with a direction, a bound and a name each', () => {
    expect(new Set(SHARP_OUTCOMES.map(({ id }) => id)).size).toBe(SHARP_OUTCOMES.length)
    expect(SHARP_OUTCOMES.every(({ better, most }) => better === 'less' && most > 0)).toBe(true)
  })

  it('test-tokens counts thousands of tokens up to the test that passes, the most where none does', () => {
    const tokens = (last: LivedStep, ...spent: [step: number, tokens: number][]) => {
      const steps = stepsOf(sessionFacts([ask, edited('a.ts'), ran('npm test', 'failed'), last]))
      const all = spent.map(([step, count]) => ({ at: steps[step]!.at, tokens: count }))
      return figuresOf(steps, all)['test-tokens']
    }
    expect(tokens(ran('npm test'), [0, 1_200], [2, 900], [3, 40])).toBe(2.1)
    expect(tokens(ran('npm test', 'failed'), [0, 1_200])).toBe(200)
    expect(tokens(ran('npm test'))).toBeUndefined()
  })
})
