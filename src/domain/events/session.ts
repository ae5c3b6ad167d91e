import * as z from 'zod'
import { count, event, line, milliseconds, name, paths, safeId } from '../fields.ts'
import { NOTICES, SESSION_CLIENTS, STEP_RESULTS, TOOL_KINDS } from '../values/session.ts'

/** What a step does, whatever a client calls the tool: an agent may have `Bash`, `run_shell_command` or `exec`. */
export const toolKind = z.enum(TOOL_KINDS)

/** The clients whose sessions Mettle can follow. */
export const client = z.enum(SESSION_CLIENTS)

/** An excerpt, long enough to see later what happened. */
const excerpt = z.string().max(4_000)

export const sessionEvents = {
  'session-started': event('run', 'A session of an agent began or was resumed.', {
    client,
    source: name.optional(),
    model: name.optional(),
  }),
  'prompt-given': event('run', 'A person sent a prompt to the agent.', { text: z.string().min(1).max(8_000) }),
  'tool-used': event('run', 'The agent took a step with a tool; includes how it ended, if the client reports that.', {
    call: safeId,
    tool: name,
    kind: toolKind,
    /** The subagent that took the step; absent for the session itself. */
    agent: name.optional(),
    command: z.string().min(1).max(8_000).optional(),
    files: paths.optional(),
    /** The first lines that an edit removed and added. */
    removed: excerpt.optional(),
    added: excerpt.optional(),
    /** `denied`: a person or a gate did not let it happen. */
    ended: z.enum(STEP_RESULTS),
    exitCode: z.int().optional(),
    /** The first and last lines of what it printed. */
    output: excerpt.optional(),
    /** A sketch of all its prose, if more was printed than is kept: it shows whether a text was seen, and cannot be read back. */
    seen: z.string().max(6_000).optional(),
    /** If more was printed than is kept: its sentences that tell their reader what to do. */
    advice: excerpt.optional(),
    durationMs: milliseconds.optional(),
  }),
  'turn-ended': event('run', 'The agent stopped and waits for a person. Stopping says nothing about success.', {
    agent: name.optional(),
    said: excerpt.optional(),
  }),
  'lesson-asked': event(
    'run',
    'A hook asked the agent to record a lesson if something that was said or found out will last.',
    { about: z.array(z.enum(NOTICES)).min(1).max(50), tokens: count },
  ),
  'commits-made': event('run', 'A session made commits, by the log that git keeps of where HEAD was.', {
    commits: z
      .array(
        z.strictObject({
          id: name,
          /** The first line of its message. A commit that is rebased keeps it, and the time at which it was first made. */
          subject: z.string().max(2_000),
          authoredAt: z.int().min(0),
        }),
      )
      .min(1)
      .max(200),
  }),
  'session-measured': event(
    'run',
    'What the steps of a session come to so far, such as its failed commands; the last one counts.',
    { figures: z.record(z.string().max(40), z.number().min(0)) },
  ),
  'session-ended': event('run', 'A session of an agent ended.', { reason: line.optional(), turns: count.optional() }),
} as const
