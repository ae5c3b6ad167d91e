import { appendFileSync, rmSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { CLAUDE, CODEX, GEMINI, PLAYED_CLIENTS } from './clients.ts'
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
  const { prompts, steps, course, errors } = await world.command((mettle) => mettle.session(world.client.session))
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

  it('when the client calls every hook twice, one right after the other or only after the session', async () => {
    const world = await begin(client)
    world.write()
    for (let index = -1; index < PLAYED.length; index++) {
      await world.hook(index)
      await world.hook(index, timeOf(index) + 900)
      if (index === 9) await world.command(async () => undefined)
    }
    expect(await counts(world)).toEqual(WHOLE)
    for (const [index, played] of PLAYED.entries()) if ('command' in played) await world.hook(index)
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

describe('a command of Codex that goes on after its step', () => {
  const line = (at: number, type: string, payload: object) =>
    `${JSON.stringify({ timestamp: isoOf(BEGAN + at), type, payload })}\n`
  const asked = (at: number, id: string, name: string, input: object) =>
    line(at, 'response_item', {
      ...{ type: 'function_call', call_id: id, name },
      arguments: JSON.stringify(input),
    })
  const printed = (at: number, id: string, head: string, text: string) =>
    line(at, 'response_item', {
      ...{ type: 'function_call_output', call_id: id },
      output: `Chunk ID: 1\nWall time: 1.0 seconds\n${head}\nOutput:\n${text}\n`,
    })
  const started = [
    asked(100_000, 'long', 'exec_command', { cmd: 'npm run e2e' }),
    printed(101_000, 'long', 'Process running with session ID 7', 'starting'),
  ]
  const waited = [
    asked(120_000, 'wait', 'write_stdin', { session_id: 7, chars: '' }),
    printed(130_000, 'wait', 'Process exited with code 2', 'Error: Cannot find module x'),
  ]
  const ended = [line(130_000, 'event_msg', { type: 'exec_command_end', call_id: 'long', exit_code: 2, stdout: 'no' })]

  it.each([
    ['a later step waits for it', [...started, ...waited], 2],
    ['a later line tells it', [...started, ...ended], 1],
    ['both of them do', [...started, ...waited, ...ended], 2],
  ])('failed, once it ended, where %s', async (_, lines, more) => {
    for (const cut of [lines.length, started.length]) {
      const world = await begin(CODEX)
      const path = world.write()
      await world.play()
      await answerHook({
        ...{ client: 'codex', event: 'PostToolUse', environment: world.environment, now: BEGAN + 101_100 },
        payload: {
          ...CODEX.hook(2, world.place).payload,
          ...{ tool_use_id: 'long', tool_input: { command: 'npm run e2e' }, tool_response: 'starting' },
        },
      })
      appendFileSync(path, lines.slice(0, cut).join(''))
      world.now = BEGAN + 200_000
      await world.settle()
      appendFileSync(path, lines.slice(cut).join(''))
      await world.settle()
      expect(await counts(world)).toEqual({ ...WHOLE, steps: 8 + more, errors: 3 })
      const { failed } = await world.command((mettle) => mettle.session(CODEX.session))
      expect(failed.at(-1)?.command).toBe('npm run e2e')
      expect((await world.settle()).filledIn).toBe(0)
    }
  })
})
