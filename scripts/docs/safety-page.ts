import { SAFETY_RULES, type SafetyRule } from '../../src/engine/safety/rules.ts'

const WORDS = { ask: 'asks', deny: 'refuses' } as const

/** Every safety rule of the gate, by group. */
export function safetyPage(made: string): string {
  const groups = [...new Set(SAFETY_RULES.map(({ group }) => group))]
  return [
    `# Safety rules\n\n${made}`,
    `The gate stops these steps although no policy file and no evidence says so. "Asks" waits for a person: through the client's own prompt where it has one, else through \`mettle approval answer\`. "Refuses" stops the step.\n`,
    "To turn a rule off, name it in your own settings file, which `mettle config` names; a project's file cannot turn one off:\n",
    '```json\n{ "safety": { "off": ["force-push"] } }\n```\n',
    "To make a rule stricter, or to turn on one that is off, name it in the project's `mettle.policy.json`:\n",
    '```json\n{ "version": 1, "safety": { "force-push": "deny", "env-files": "ask" } }\n```\n',
    'What the rules do not see is in [the how-to](../how-to/gate.md#what-the-safety-net-does-not-see).\n',
    ...groups.flatMap((group) => [
      `## ${group}\n`,
      '| rule | matches | decision | example |',
      '|---|---|---|---|',
      ...SAFETY_RULES.filter((rule) => rule.group === group).map(row),
      '',
    ]),
  ].join('\n')
}

function row({ id, matches, decision, example, isOptional }: SafetyRule): string {
  return `| \`${id}\` | ${matches} | ${isOptional ? `off; ${WORDS[decision]} when turned on` : WORDS[decision]} | \`${example.replaceAll('|', '\\|')}\` |`
}
