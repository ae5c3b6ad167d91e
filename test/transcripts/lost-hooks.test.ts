import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PLAYED_CLIENTS } from './clients.ts'
import { BEGAN, PLAYED, type PlayedClient } from './played-session.ts'
import { TranscriptWorld } from './transcript-world.ts'

const worlds: TranscriptWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

async function begin(client: PlayedClient, settings?: Record<string, string>): Promise<TranscriptWorld> {
  const world = new TranscriptWorld(client, settings)
  worlds.push(world)
  await world.command(async () => undefined)
  return world
}

const LOST: Readonly<Record<string, (index: number) => boolean>> = {
  'all of them': () => true,
  'every second one': (index) => index % 2 === 0,
  'every other second one': (index) => index % 2 !== 0,
  'only prompts': (index) => PLAYED[index]?.is === 'prompt',
  'only the end': (index) => index >= PLAYED.length - 1,
  'one of two prompts with the same words': (index) => index === 6,
}

describe.each(PLAYED_CLIENTS)('a session of $client whose hooks lost payloads', (client) => {
  let whole: Awaited<ReturnType<TranscriptWorld['story']>>
  beforeAll(async () => {
    const world = await begin(client)
    await world.play()
    await world.settle()
    whole = await world.story()
    world.remove()
  }, 60_000)

  it('is whole where nothing was lost', () => {
    expect(whole).toMatchObject({ prompts: 4, steps: 8, errors: 2 })
    expect(whole.course).toHaveLength(PLAYED.length)
    expect(whole.lessons.join('\n')).toContain('Run `npm run build` before `npm test`')
    expect(whole.lessons.join('\n')).toContain("Don't edit generated files")
  })

  it.each(Object.entries(LOST))(
    'ends as if nothing had been lost, having lost %s, and settling again adds nothing',
    async (_, isLost) => {
      const world = await begin(client)
      await world.play(isLost)
      await world.settle()
      expect(await world.story()).toEqual(whole)
      const events = await world.events()
      expect((await world.settle()).filledIn).toBe(0)
      expect(await world.events()).toBe(events)
    },
  )

  it('ends the same where the client writes its record only after it called the hook', async () => {
    const world = await begin(client)
    for (let index = -1; index <= PLAYED.length; index++) {
      await world.hook(index)
      world.write(index + 1)
    }
    await world.settle()
    expect(await world.story()).toEqual(whole)
    const events = await world.events()
    expect((await world.settle()).filledIn).toBe(0)
    expect(await world.events()).toBe(events)
  })

  it('ends the same where hooks ran by another clock', async () => {
    const world = await begin(client)
    for (let index = -1; index <= PLAYED.length; index++) {
      world.write(index + 1)
      if (index % 2 === 0) await world.hook(index, BEGAN + 3_600_000 + index * 1_000)
    }
    world.now = BEGAN + 7_200_000
    await world.settle()
    const story = await world.story()
    // Without ids of steps, which of two that are alike was reported can only be told by the clock.
    const isExact = client.client !== 'copilot' && client.client !== 'gemini'
    const inOrder = (course: readonly string[]) => (isExact ? course : [...course].sort())
    expect({ ...story, course: inOrder(story.course) }).toEqual({ ...whole, course: inOrder(whole.course) })
  })
})
