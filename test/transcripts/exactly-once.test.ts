import { appendFileSync, rmSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { CLAUDE, GEMINI, PLAYED_CLIENTS } from './clients.ts'
import { BEGAN, isoOf, PLAYED, type PlayedClient, timeOf } from './played-session.ts'
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

/** How often each kind of fact of the session is on record. */
async function counts(world: TranscriptWorld) {
  const { prompts, steps, course, errors } = await world.command((mettle) =>
    mettle.session(world.client.session),
  )
  return { prompts, steps, errors, said: course.filter(({ is }) => is === 'said').length }
}

const WHOLE = { prompts: 4, steps: 8, errors: 2, said: 4 }

describe.each(PLAYED_CLIENTS)('a session of $client is on record once', (client) => {
  it('when the queued reports of hooks arrive after the transcript was read', async () => {
    const world = await begin(client)
    world.write()
    await world.settle()
    await world.play()
    await world.settle()
    expect(await counts(world)).toEqual(WHOLE)
  })

  it('when a hook runs long after what it reports', async () => {
    const world = await begin(client)
    world.write()
    await world.settle()
    for (let index = 0; index < PLAYED.length; index++) await world.hook(index, timeOf(index) + 7_200_000)
    world.now += 8_000_000
    await world.settle()
    expect(await counts(world)).toEqual(WHOLE)
  })

  it('when it is settled after every turn while it goes on, with every third hook lost', async () => {
    const world = await begin(client)
    for (let index = -1; index < PLAYED.length; index++) {
      world.write(index + 1)
      if (index % 3 !== 0) await world.hook(index)
      world.now = timeOf(index) + 500
      if (PLAYED[index]?.is === 'said') await world.settle()
    }
    world.now = timeOf(PLAYED.length) + 60_000
    await world.settle()
    expect(await counts(world)).toEqual(WHOLE)
  })
})

describe('several at once', () => {
  it.each([CLAUDE, GEMINI])(
    'settle a session of $client and record each fact once, while hooks report the rest',
    async (client) => {
      const world = await begin(client)
      world.write()
      const report = async () => {
        for (let index = 2; index < PLAYED.length; index += 2) await world.hook(index)
      }
      await world.hook(0)
      await Promise.all([world.settle(), report(), world.settle(), world.settle()])
      await world.settle()
      expect(await counts(world)).toEqual(WHOLE)
    },
  )
})

describe('what is remembered of a reading', () => {
  it('may be lost: the transcript is read again and adds nothing', async () => {
    const world = await begin(CLAUDE)
    await world.play((index) => index % 2 === 0)
    await world.settle()
    rmSync(`${world.hooks}/transcripts`, { recursive: true })
    expect((await world.settle()).filledIn).toBe(0)
    expect(await counts(world)).toEqual(WHOLE)
  })

  it('saves the work: only what was added is read', async () => {
    const world = await begin(CLAUDE)
    const path = world.write()
    await world.settle()
    const line = (uuid: string, text: string) =>
      `${JSON.stringify({ type: 'user', uuid, sessionId: CLAUDE.session, timestamp: isoOf(BEGAN + 100_000), message: { content: text } })}\n`
    // Both lines are after the end of the first reading; what stands before it is not looked at again.
    appendFileSync(path, `\n${line('late', 'We always squash before merging, remember that')}`)
    expect((await world.settle()).filledIn).toBe(1)
    expect((await world.settle()).filledIn).toBe(0)
  })
})

describe('a session that is heard of from no hook', () => {
  it('is not read where a person does not want transcripts read', async () => {
    const world = await begin(CLAUDE, { METTLE_SESSION_READ_TRANSCRIPTS: 'false' })
    world.write()
    await expect(world.settle()).rejects.toThrow(/There is no session/)
    await world.hook(0)
    expect((await world.settle()).filledIn).toBe(0)
  })

  it('is not read where nothing may be recorded', async () => {
    const world = await begin(CLAUDE, { METTLE_HOOK_RECORD: 'false' })
    world.write()
    await expect(world.settle()).rejects.toThrow(/There is no session/)
  })
})
