import { personWords, withoutTags } from '../person-words.ts'

/** Text that clients record in the person's name: output of local commands, expanded slash commands, summaries, interruption marks, the environment. */
const NOT_TYPED = new RegExp(
  [
    '^\\s*(?:',
    '<(?:command-|local-command-|bash-(?:input|stdout|stderr)|user-memory-input|task-notification|teammate-message|cross-session-message',
    '|environment_context|user_instructions|instructions|permissions|collaboration_mode|skills?\\b|hook_prompt|turn_aborted|user_shell_command',
    '|subagent_notification|recommended_plugins|codex_internal_context|session_context|state_snapshot|compact)',
    '|\\[Request interrupted by user|Caveat: The messages below were generated',
    '|This session is being continued from a previous conversation|# AGENTS\\.md instructions|Base directory for this skill:',
    ')',
  ].join(''),
  'i',
)

/** Tags that an editor adds to the typed text. */
const BESIDE = ['ide_opened_file', 'ide_selection', 'ide_diagnostics']

/** The texts of one message that a person typed; undefined if none. */
export function typedText(texts: readonly string[]): string | undefined {
  const typed = texts.map((text) => withoutTags(text, BESIDE)).filter((text) => !NOT_TYPED.test(text))
  return personWords(typed.join('\n').trim())
}

/** A tool's output, without what the client appended for the model. */
export function printedText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : withoutTags(text, ['system-reminder', 'system_reminder']).trim()
}
