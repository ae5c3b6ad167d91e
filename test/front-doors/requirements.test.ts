import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ended, Project } from '../requirements/project.ts'
import { type Requirement, readRequirements, SYSTEMS } from '../requirements/read-requirements.ts'

const FILES = Object.keys(SYSTEMS) as (keyof typeof SYSTEMS)[]

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

async function play({ story }: Requirement): Promise<void> {
  const project = new Project()
  onTestFinished(() => project.remove())
  await project.run('mettle init --yes')
  let last: Ended = { exitCode: 0, output: '' }
  for (const [index, { mark, text }] of story.entries()) {
    const [first = '', rest = ''] = text.split(/ (.*)/s)
    if (mark === 'now') project.now = Date.parse(text)
    else if (mark === 'write') project.write(first, project.filled(rest))
    else if (mark === 'take') {
      const found = new RegExp(rest).exec(last.output)
      expect(found, `${text}\n${last.output}`).not.toBeNull()
      project.take(first, found![1] ?? found![0])
    } else if (mark === '=') expect(flat(last.output)).toContain(flat(project.filled(text)))
    else if (mark === '~') expect(flat(last.output)).toMatch(new RegExp(project.filled(text)))
    else if (mark === '-') expect(flat(last.output)).not.toContain(flat(project.filled(text)))
    else if (mark === 'exit') expect(last.exitCode).toBe(Number(text))
    else {
      last = await project.run(project.filled(text))
      if (story[index + 1]?.mark !== 'exit') expect(last.exitCode, `${text}\n${last.output}`).toBe(0)
    }
  }
}

describe.each(FILES)('%s', (file) => {
  it.each(readRequirements(file).filter(({ shownBy }) => shownBy.length > 0))('$id $demand', play)
})

it('names every requirement once, in order, and says of each how it is shown or why it is not', () => {
  const all = FILES.flatMap(readRequirements)
  const counted = Object.entries({ J: 37, S: 29, K: 22, C: 35 }).flatMap(([letter, most]) =>
    Array.from({ length: most }, (_, index) => `${letter}-${String(index + 1).padStart(2, '0')}`),
  )
  expect(all.map(({ id }) => id)).toEqual(counted)
  expect(all.filter(({ shownBy, notShown }) => shownBy.length > 0 === (notShown !== undefined))).toEqual([])
})
