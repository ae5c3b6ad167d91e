import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ATTACKS, type Attack, LIMITS } from '../../test/red-team/attacks.ts'

const FOLDER = fileURLToPath(new URL('../../test/red-team/', import.meta.url))

/** The attacks that each file tries, in its order. */
export function attacksByFile(): Map<string, string[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts'))
  const tried = (name: string) =>
    [...readFileSync(`${FOLDER}${name}`, 'utf8').matchAll(/^ {2}attack\(\s*'([^']+)'/gm)].map(([, attack]) => attack!)
  return new Map(files.sort().map((name) => [name, tried(name)]))
}

/** The attacks on the memory, the defences, and their limits. */
export function attacksPage(made: string): string {
  const files = [...attacksByFile()]
  const fileOf = (attack: string) => files.find(([, attacks]) => attacks.includes(attack))?.[0] ?? 'nowhere'
  const all = Object.entries<Attack>(ATTACKS)
  const groups = [...new Set(all.map(([, { group }]) => group))]
  return [
    `# Attacks on the memory\n\n${made}`,
    `${all.length} attacks are tried in \`test/red-team/\`, through the doors that an attacker has. Each test has the name of its attack.\n`,
    ...groups.flatMap((group) => [
      `## ${group}\n`,
      '| attack | what it comes to | what stands against it | test |',
      '|---|---|---|---|',
      ...all
        .filter(([, attack]) => attack.group === group)
        .map(
          ([name, { holds, defence }]) =>
            `| **${name}** | ${holds} | ${defence} | [${fileOf(name)}](../../test/red-team/${fileOf(name)}) |`,
        ),
      '',
    ]),
    '## What is not defended\n',
    ...LIMITS.map((limit) => `- ${limit}`),
    '',
  ].join('\n')
}
