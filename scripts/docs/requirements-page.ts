import { type Requirement, readRequirements, SYSTEMS } from '../../test/requirements/read-requirements.ts'

/** What the four systems that Mettle replaces can do, and the command that shows each of it here. */
export function requirementsPage(made: string): string {
  const groups = (Object.keys(SYSTEMS) as (keyof typeof SYSTEMS)[]).map(
    (file) => [SYSTEMS[file], readRequirements(file), file] as const,
  )
  const all = groups.flatMap(([, requirements]) => requirements)
  const shown = all.filter(({ shownBy }) => shownBy.length > 0).length
  return [
    `# Requirements\n\n${made}`,
    `What the four systems that Mettle replaces can do, one row each, with the command that shows it. A test plays the story of each row in an empty repository and compares what its commands print: ${shown} of ${all.length} are shown that way, and the rest say why not. \`FOLDER\`, \`PATTERN\` and other words in capitals stand for what the story found before; the whole stories are in \`test/requirements/\`.\n`,
    ...groups.flatMap(([title, requirements, file]) => [
      `## ${title}\n`,
      `Stories: [${file}](../../test/requirements/${file})\n`,
      '| | what it demands | what shows it |',
      '|---|---|---|',
      ...requirements.map((one) => `| ${one.id} | ${one.demand} | ${whatShows(one)} |`),
      '',
    ]),
  ].join('\n')
}

function whatShows({ shownBy, notShown }: Requirement): string {
  if (notShown !== undefined) return `Not shown: ${notShown}`
  return [...new Set(shownBy)].map((line) => `\`${line.replaceAll('|', '\\|')}\``).join('<br>')
}
