import type { Mettle } from '../../open.ts'
import type { Dice } from './crew.ts'
import { type Area, FALSE_ALARM, type Trap } from './story.ts'

interface Sitting {
  readonly trap: Trap
  readonly finding: string
  readonly raisesAlarm: boolean
  /** The judge fails the work. */
  readonly isStrict: boolean
  /** The inspector agrees with the judge. */
  readonly holds: boolean
}

/** A review of a run's work: the judge challenges it, the inspector checks the judge, and the verdict is acted on. */
export async function review(mettle: Mettle, dice: Dice, run: string, area: Area): Promise<void> {
  const { items } = await mettle.inject({ role: 'judge', run, labels: [area.label], phase: 'review' })
  const trap = dice.pick(area.traps)
  const isWarned = items.some(({ text }) => text === trap.lesson)
  const raisesAlarm = items.some(({ text }) => text === FALSE_ALARM) || dice.chance(0.15)
  const isStrict = raisesAlarm || dice.chance(0.35)
  const sitting: Sitting = {
    trap,
    finding: isWarned ? trap.lesson : trap.happened,
    raisesAlarm,
    isStrict,
    holds: isStrict && !raisesAlarm && dice.chance(0.6),
  }
  const changedFiles = area.traps.map(({ file }) => file)
  const where = { run, phase: 'review', labels: [area.label], changedFiles }
  await mettle.recordDeliberation({ ...where, role: 'judge', text: judgeText(sitting) })
  const verdict = inspectorText(sitting)
  await mettle.recordDeliberation({ ...where, role: 'inspector', text: verdict })
  await mettle.correct({ run, adversarialRole: 'judge', validatorRole: 'inspector', changedFiles, verdict })
}

function judgeText({ trap, finding, raisesAlarm, isStrict }: Sitting): string {
  const alarm = ['', `J2 (HIGH) ${FALSE_ALARM}.`, '', '## Accumulated Patterns', '', `- ${FALSE_ALARM}`]
  return [
    '# Review',
    '',
    `J1 (HIGH) at ${trap.file}:12 \`check(scan, depot)\`. ${finding}.`,
    ...(raisesAlarm ? alarm : []),
    '',
    verdictBlock(isStrict ? 'FAIL' : 'PASS', {
      issues: [
        { id: 'J1', severity: 'HIGH', summary: finding, location: `${trap.file}:12` },
        ...(raisesAlarm ? [{ id: 'J2', severity: 'HIGH', summary: FALSE_ALARM }] : []),
      ],
      must_fix: isStrict ? [raisesAlarm ? 'J2' : 'J1'] : [],
    }),
  ].join('\n')
}

function inspectorText({ trap, raisesAlarm, holds }: Sitting): string {
  const why = `J2 is a false positive: ${trap.file}:12 \`check(scan, depot)\` runs over three depots.\n\n`
  return [
    `${holds ? `J1 holds: ${trap.file}:12 \`check(scan, depot)\` must be fixed first.` : 'The change holds.'}\n\n`,
    raisesAlarm ? why : '',
    verdictBlock(holds ? 'FAIL' : 'PASS', {
      issues: holds ? [{ id: 'J1', severity: 'HIGH', summary: trap.happened, location: `${trap.file}:12` }] : [],
      must_fix: holds ? ['J1'] : [],
      false_positives: raisesAlarm ? ['J2'] : [],
    }),
  ].join('')
}

function verdictBlock(verdict: 'PASS' | 'FAIL', more: object): string {
  const whole = { verdict, issues: [], must_fix: [], false_positives: [], ...more }
  return `<!-- demo:verdict-json\n${JSON.stringify(whole)}\n-->\n`
}
