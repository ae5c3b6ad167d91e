import { join } from 'node:path'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'
import { BEGAN, PLAYED, type Place, type PlayedClient, timeOf } from './played-session.ts'

/** Hooks run a moment after what they report. */
const LATER_MS = 60

/** A repository, a person's home folder, and a client that plays a session in them. */
export class TranscriptWorld extends HookWorld {
  readonly client: PlayedClient
  readonly place: Place

  constructor(client: PlayedClient, settings: Record<string, string> = {}) {
    super(settings)
    this.client = client
    this.place = { home: join(this.folder, 'person'), root: this.root }
    Object.assign(this.environment, { HOME: this.place.home })
    this.now = timeOf(PLAYED.length) + 60_000
  }

  /** Sends one moment to the hook, as the client does. */
  async hook(index: number, at = (index < 0 ? BEGAN : timeOf(index)) + LATER_MS): Promise<void> {
    const { event, payload } = this.client.hook(index, this.place)
    await answerHook({ payload, client: this.client.client, event, environment: this.environment, now: at })
  }

  /** Plays the session: the client writes each moment into its record and calls the hook, which may be lost. */
  async play(isLost: (index: number) => boolean = () => false): Promise<void> {
    for (let index = -1; index <= PLAYED.length; index++) {
      this.write(index + 1)
      if (!isLost(index)) await this.hook(index)
    }
  }

  write(count = PLAYED.length): string {
    return this.client.write(count, this.place)
  }

  settle() {
    return this.command((mettle) => mettle.settleSession({ run: this.client.session }))
  }

  /** What a person is shown of the session, without what differs by the door. */
  async story() {
    const { prompted, course, learned, prompts, steps, errors, works } = await this.command((mettle) =>
      mettle.session(this.client.session),
    )
    return {
      prompts,
      steps,
      errors,
      prompted,
      course: course.map(
        ({ is, text, ended }) => `${is} ${text.replace(/^\w+: /, '').replace(/^Let me do that\. /, '')} ${ended ?? ''}`,
      ),
      works: works.map(({ result, why }) => `${result}: ${why}`),
      lessons: learned.map(({ lesson, status }) => `${status}: ${lesson}`),
    }
  }

  /** How many events the journal has. */
  async events(): Promise<number> {
    const { events } = await this.command((mettle) => mettle.status())
    return events
  }
}
