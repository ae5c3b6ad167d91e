import { CLASSIFIERS } from '../../../domain/values/session.ts'
import { DAYS, fewer, higher, keys, law, lower, names, number, off, only, onOff, SHARE, text } from './key.ts'

/** The journal's place, the holdout, and retention. */
export const JOURNAL_KEYS = keys({
  organisation: text('local')('The organisation that owns the journal; its projects can share patterns.'),
  project: text('')('The id of this project; if empty, derived from the repository.'),
  'store.url': text('', { secret: true })('A PostgreSQL address; if empty, the SQLite journal in `.mettle/` is used.'),
  'store.path': text('')('The path of the SQLite journal; if empty, `.mettle/journal.db` of the repository.'),
  'store.waitMs': number(30_000, [0, 600_000])('How long a writer waits for its turn.'),
  'store.durable': onOff(true)(
    'An event is on disk before it is acknowledged; a receipt is written with the next event or soon after.',
  ),
  'holdout.share': number(
    0.1,
    [0, 0.5],
  )('Share of eligible patterns withheld at random, to measure their effect; 0 turns it off.'),
  'holdout.runShare': number(
    0,
    [0, 0.5],
  )('Share of runs that are shown no pattern, to measure the effect of all patterns together; 0 turns it off.'),
  'holdout.afterRuns': number(20, [0, 1_000_000])('Nothing is withheld in this many first runs of a project.'),
  'doctor.quietDays': lower(number(14, [1, 3_650]))(
    'Days without a captured learning or an injection after which `mettle doctor` warns.',
  ),
  'retention.maxRuns': law([1, 1_000_000])(
    'The number of newest runs whose payloads stay in the journal when `mettle forget` archives.',
  ),
  'retention.maxSessions': law([1, 1_000_000])('The number of folders in `.learnings/sessions` that are kept.'),
  'retention.maxLogLines': law([0, 1_000_000_000])(
    'The maximum number of newest events whose payloads stay in the journal.',
  ),
  'retention.maxArchiveAgeDays': law([0, 36_500])(
    'Days after which processed files in `.learnings/pending/archived` are deleted.',
  ),
  'retention.lockStaleHours': law([0.01, 8_760])('Hours after which the lock of a dead run expires.'),
  'retention.protectedWindowMinutes': law([0, 525_600])(
    'A run that was active within this many minutes is not touched.',
  ),
})

/** When an adapter needs a person. */
export const GOVERNANCE_KEYS = keys({
  'gate.approvalMinutes': lower(number(30, [1, 10_080]))(
    "How long a person's answer to the gate is valid, for exactly that step.",
  ),
  'gate.deadlineMs': number(
    1_000,
    [10, 60_000],
  )('How long `mettle gate` waits for the journal before it answers from the copy of the overlays.'),
  'safety.off': names()(
    'Safety rules of the gate that are turned off, by id; `mettle docs safety-rules` lists them. Not read from a project.',
  ),
  'policy.ratchet': only('strict')(law(['strict', 'elastic']))(
    'Whether overlays and thresholds only tighten automatically, or follow the evidence both ways.',
  ),
  'policy.halfLifeDays': law(DAYS)('Days in which a run loses half its weight under the elastic ratchet.'),
  'policy.staleAfterDays': lower(law([1, 36_500]))(
    'Days without an outcome after which a tight overlay raises an alert.',
  ),
  'overlay.riskyBelow': higher(law(SHARE))('Reliability below which the risk is multiplied.'),
  'overlay.riskyMultiplier': higher(law([1, 10]))('By how much.'),
  'overlay.unreliableBelow': higher(law(SHARE))(
    'Reliability below which an adapter needs approval and has fewer retries.',
  ),
  'overlay.approvalOccurrences': lower(law([1, 1_000_000]))(
    'Occurrences of one failure from which an adapter needs approval.',
  ),
  'overlay.maxRetries': lower(law([0, 1_000]))('Retries of an adapter that is reliable.'),
  'overlay.unreliableMaxRetries': lower(law([0, 1_000]))('Retries of an adapter that is not.'),
})

export const PIPELINE_KEYS = keys({
  'classify.by': text('rules', { oneOf: CLASSIFIERS })(
    'Who labels learnings: fixed rules, or a model that you name. None of these settings is read from a project.',
  ),
  'classify.command': names()('The program of the model and its arguments, such as `claude,-p`; run without a shell.'),
  'classify.url': text('')('The address of an OpenAI- or Anthropic-compatible endpoint, such as `https://host/v1`.'),
  'classify.model': text('')('The name of the model there.'),
  'classify.keyVariable': text('')('The environment variable with its key; the key itself is never stored.'),
  'classify.timeoutMs': number(30_000, [100, 600_000])('How long one answer may take.'),
  'classify.maxCalls': number(20, [0, 10_000])('The most calls in one `mettle learn`; after that the rules decide.'),
  'classify.maxTokens': number(20_000, [0, 10_000_000])('The most tokens in one `mettle learn`, sent and received.'),
  'learn.collection': text('')(
    'A JSON file in which `mettle learn` collects proven patterns of all your projects; if empty, none. Not read from a project.',
  ),
  'successRate.highFrom': higher(law(SHARE))('Success rate from which confidence is high.'),
  'successRate.mediumFrom': higher(law(SHARE))('Success rate from which confidence is medium.'),
  'successRate.reviewBelow': higher(law(SHARE))('Success rate below which a pattern is flagged REVIEW.'),
  'successRate.pruneAboveApplications': law([0, 1_000_000])(
    'With more applications than this and such a low rate, the flag is PRUNE.',
  ),
  'successRate.staleIterations': law([1, 1_000_000])(
    'Iterations without an application after which the flag is STALE.',
  ),
  'build.agents': law()('Agents that write code: a failed build counts against the patterns they were shown.'),
})

/** Where an organisation shares its patterns, and which sources are trusted. */
export const SHARING_KEYS = keys({
  'share.folder': only('')(text(''))(
    'A folder, for example in git, through which projects share patterns; relative to the repository. It is used instead of the store. The file of a repository may only name a folder inside the repository.',
  ),
  'share.organisation': off(onOff(false))(
    'Share patterns through the store, with the other projects of the organisation.',
  ),
  'share.trusted': fewer(names())(
    'Projects or journals whose patterns you may accept with `mettle pull --accept`; patterns of others must first be learned here.',
  ),
  'share.maxPerSource': lower(number(1_000, [1, 100_000]))('The most patterns that are pulled from one journal.'),
})

/** Where `mettle serve` listens. Only a person may open it to other machines. */
export const SERVING_KEYS = keys({
  'serve.port': number(4_777, [0, 65_535])('The port of `mettle serve`; 0 for any free port.'),
  'serve.host': text('127.0.0.1')(
    'The address it listens on; one that other machines can reach needs --allow-remote. Not read from a project.',
  ),
  'serve.url': text('')(
    'The address under which others reach it, such as `https://mettle.example.com` of a proxy in front. Not read from a project.',
  ),
  'serve.callsPerMinute': number(3_000, [1, 1_000_000])('The most calls that a token may make per minute.'),
})

export const HOOK_KEYS = keys({
  // With a longer deadline, a hook leaves out less.
  'hook.deadlineMs': higher(number(300, [20, 60_000]))(
    'How long a hook may take to choose what it shows, after the client has sent everything. Later results are not shown; events are recorded and the gate answers in any case.',
  ),
  'hook.record': onOff(true)(
    'Hooks record what happens in a session. Patterns that they show leave a receipt in any case, with the prompt or command.',
  ),
  'session.readTranscripts': off(onOff(true))(
    "When a session settles, events that its hooks missed are read from the client's transcript on this machine.",
  ),
  'session.ask': off(onOff(true))(
    'Hooks ask the agent to record a lesson when a person corrects it or states something that is to last, at most three times a session.',
  ),
  'hook.sessionStart': off(onOff(true))('Hooks show patterns when a session begins.'),
  'hook.prompt': off(onOff(true))('Hooks show patterns with a prompt.'),
  'hook.subagents': off(onOff(true))('Hooks show patterns to subagents.'),
  'hook.tools': off(onOff(true))('Hooks show patterns before a tool call.'),
  'hook.gate': onOff(true)(
    'Hooks stop steps that need approval, and refuse steps that read credentials or end processes by name. Not read from a project.',
  ),
  'hook.learn': onOff(true)('At the end of a turn a hook starts a process that learns from it and then ends.'),
  'hook.enforceCapture': names()(
    'Agents that must say which patterns they used, or what they learned, before they end; `*` means all, `main` the session itself.',
  ),
  'hook.mostAsks': lower(number(2, [0, 8]))('How often an agent is asked for that in one session.'),
})
