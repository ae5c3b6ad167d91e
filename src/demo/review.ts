import type { Mettle } from '../open.ts'
import type { Dice } from './dice.ts'
import { type Area, FALSE_ALARM } from './story.ts'

/** A review of a run's work: the judge challenges it, the inspector checks the judge, and the verdict is acted on. */
export async function review(mettle: Mettle, dice: Dice, run: string, area: Area): Promise<void> {
  const { items } = await mettle.inject({ role: 'judge', run, labels: [area.label], phase: 'review' })
  const trap = dice.pick(area.traps)
  const isWarned = items.some(({ text }) => text === trap.lesson)
  const raisesAlarm = items.some(({ text }) => text === FALSE_ALARM) || dice.chance(0.15)
  const changedFiles = area.traps.map(({ file }) => file)
  await mettle.recordDeliberation({
    run,
    role: 'judge',
    phase: 'review',
    labels: [area.label],
    changedFiles,
    text: judgeText({ finding: isWarned ? trap.lesson : trap.happened, file: trap.file, raisesAlarm }),
  })
  await mettle.correct({
    run,
    adversarialRole: 'judge',
    validatorRole: 'inspector',
    changedFiles,
    verdict: inspectorText(trap.file, raisesAlarm),
  })
}

function judgeText({
  finding,
  file,
  raisesAlarm,
}: {
  finding: string
  file: string
  raisesAlarm: boolean
}): string {
  return [
    '# Review',
    '',
    `J1 (HIGH) at ${file}:12 \`check(scan, depot)\`. ${finding}.`,
    ...(raisesAlarm
      ? ['', `J2 (HIGH) ${FALSE_ALARM}.`, '', '## Accumulated Patterns', '', `- ${FALSE_ALARM}`]
      : []),
  ].join('\n')
}

function inspectorText(file: string, dismissesAlarm: boolean): string {
  const verdict = { verdict: 'PASS', issues: [], must_fix: [], false_positives: dismissesAlarm ? ['J2'] : [] }
  const why = `J2 is a false positive: ${file}:12 \`check(scan, depot)\` runs over three depots.\n\n`
  return `The change holds.\n\n${dismissesAlarm ? why : ''}<!-- demo:verdict-json\n${JSON.stringify(verdict)}\n-->\n`
}
