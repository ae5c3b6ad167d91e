import { describe, expect, it, onTestFinished } from 'vitest'
import { Project } from '../requirements/project.ts'

/** What a person reads when something needs them: each line of a story, in one project. */
const STORIES: Readonly<Record<string, readonly string[]>> = {
  'an adapter that keeps failing': [
    ...[1, 2, 3].map(
      (run) =>
        `mettle compat outcome --run r${run} --success false --retries 3 --time-ms 1 --quality 0 --adapters github --failure auth`,
    ),
    'mettle policy show',
    'mettle policy show github',
    'mettle policy why github',
    'mettle gate github',
    'mettle gate --tool Bash --command "gh pr create"',
    'mettle approval list',
    'mettle report governance',
    'mettle compat ck-policy-diff',
  ],
  'a pattern that was dismissed': [
    'mettle compat store-pattern --role judge --text "Never log the raw request body of a payment"',
    'mettle compat increment-ignore --role judge --text "Never log the raw request body of a payment" --run r1',
    'mettle pattern show PATTERN',
    'mettle pattern why PATTERN',
    'mettle pattern deprecate PATTERN --reason "it is no longer true"',
    'mettle pattern promote PATTERN --reason "it is true after all"',
    'mettle pattern list',
    'mettle pattern list --status proven',
  ],
  'work that goes wrong': [
    'mettle learning record --lesson "Check the expiry of a token before each call of the service" --run r1',
    'mettle error record --task t1 --message "Type error in src/auth.ts"',
    'mettle strike record --task t1 --attempt "widen the type" --reason "red"',
    'mettle strike record --task t1 --attempt "narrow the type" --reason "red"',
    'mettle strike record --task t1 --attempt "drop the type" --reason "red"',
    'mettle goal stats',
    'mettle goal use reduce-failures --target 0',
    'mettle learn',
    'mettle status',
    'mettle doctor',
    'mettle insights',
    'mettle report',
    'mettle pull',
  ],
  'names that nobody knows': [
    'mettle pattern show p-0000000000000000',
    'mettle policy why nobody',
    'mettle run show nobody',
    'mettle receipt show nobody',
    'mettle approval answer nobody --approve',
    'mettle goal use nobody',
    'mettle strike prompt nobody',
    'mettle export --format toon --out /',
    'mettle outcome record --run r1 --result maybe',
    'mettle compat ck-outcome \'{"runId":"r3"}\'',
    'mettle pattern lst',
    'mettle comput decay',
  ],
}

/** The commands that an output tells to type: the whole of a line, or what stands behind its last colon. */
function advisedIn(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    const told = /(?:^|: |; )(mettle [a-z].*)$/.exec(line.trim())?.[1]
    // A sentence about a command is no line to type.
    return told === undefined ||
      /[a-z]\.$|^mettle (?:\S+ )+(?:lists|makes|explains|shows|says|chooses|connects|does)\b/.test(told)
      ? []
      : [told]
  })
}

/** A gate that asks ends with 3: it works. */
const WORKS: readonly number[] = [0, 3]

describe('advice', () => {
  it.each(Object.entries(STORIES))('after %s can be typed as it is printed, and works', async (_, lines) => {
    const project = new Project()
    onTestFinished(() => project.remove())
    await project.run('mettle init --yes')
    const failed: string[] = []
    const typed = new Set<string>()
    for (const line of lines) {
      const { output } = await project.run(project.filled(line))
      const [pattern] = /p-[0-9a-f]{16}/.exec(output) ?? []
      if (pattern !== undefined) project.take('PATTERN', pattern)
      for (const advised of advisedIn(output)) {
        const end = await project.run(advised)
        typed.add(advised)
        if (!WORKS.includes(end.exitCode)) failed.push(`${advised} (after ${line}): ${end.output.trim()}`)
      }
    }
    expect(failed).toEqual([])
    expect(typed.size).toBeGreaterThan(0)
  })
})
