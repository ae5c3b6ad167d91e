import type {
  AdapterView,
  AgentView,
  PolicyChange,
  PolicyView,
  SkillView,
} from '../../../src/loop/views/policy-view.ts'
import { Chip } from '../parts/chip.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { RunLink } from '../parts/run-name.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource, useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { newestOf, percent, worded } from '../words.ts'

/** The reliability of adapters, agents and skills, and the policy that follows from it. */
export function Policy() {
  const policy = useResource<PolicyView>('policy')
  const changes = useRows<PolicyChange>('policy/changes', { limit: 10 })
  return (
    <Page title="Policy" lead="How far adapters, agents and skills can be relied on, and what is asked because of it.">
      <Whole of={[policy, changes]}>
        <Shown of={policy}>
          {({ adapters, agents, skills, thresholds, ratchet }) => (
            <>
              <Figures
                of={[
                  {
                    label: 'Adapters',
                    value: adapters.length,
                    note: `${adapters.filter(({ tight }) => tight).length} held tighter`,
                  },
                  {
                    label: 'Ask a person',
                    value: adapters.filter(({ overlay }) => overlay.requireApproval).length,
                    note: 'before every step',
                  },
                  {
                    label: 'Ratchet',
                    value: ratchet,
                    note: ratchet === 'strict' ? 'only a person loosens' : 'loosens with evidence',
                  },
                  {
                    label: 'Approval at high risk',
                    value: percent(thresholds.inForce.highRiskApprovalThreshold, 1),
                    note: 'of the votes',
                  },
                ]}
              />
              <Section title="Adapters">
                {adapters.length === 0 ? (
                  <Empty title="No outcome has named an adapter yet.">
                    <code>mettle outcome record --help</code>
                  </Empty>
                ) : (
                  <Table
                    label="Adapters"
                    rows={adapters}
                    keyOf={({ adapter }) => adapter}
                    linkOf={({ adapter }) => linkTo(`adapters/${adapter}`)}
                    columns={ADAPTERS}
                  />
                )}
              </Section>
              <div class="columns">
                <Section title="Agents">
                  {agents.length === 0 ? (
                    <Empty title="No outcome names an agent's vote." />
                  ) : (
                    <Table
                      label="Agents"
                      rows={agents}
                      keyOf={({ agent }) => agent}
                      linkOf={({ agent }) => linkTo(`agents/${agent}`)}
                      columns={AGENTS}
                    />
                  )}
                </Section>
                <Section title="Skills">
                  {skills.length === 0 ? (
                    <Empty title="No outcome has named a skill." />
                  ) : (
                    <Table
                      label="Skills"
                      rows={skills}
                      keyOf={({ skill }) => skill}
                      linkOf={({ skill }) => linkTo(`skills/${skill}`)}
                      columns={SKILLS}
                    />
                  )}
                </Section>
              </div>
              <Section
                title="What moved policy lately"
                aside={newestOf(changes.data?.rows.length ?? 0, changes.data?.total ?? 0)}
              >
                <Shown of={changes}>
                  {({ rows: list }) =>
                    list.length === 0 ? (
                      <p class="quiet">Nothing has moved it.</p>
                    ) : (
                      <ul class="facts">
                        {list.map(({ run, at, policyDiff }) => (
                          <li key={run}>
                            <Time at={at} />
                            <span>
                              {Object.entries(policyDiff)
                                .map(([what, { before, after }]) => `${worded(what)}: ${said(before)} → ${said(after)}`)
                                .join('; ')}{' '}
                              <RunLink id={run} isQuiet />
                            </span>
                          </li>
                        ))}
                      </ul>
                    )
                  }
                </Shown>
              </Section>
            </>
          )}
        </Shown>
      </Whole>
    </Page>
  )
}

function said(value: unknown): string {
  return value === true ? 'yes' : value === false ? 'no' : String(value)
}

const ADAPTERS: readonly Column<AdapterView>[] = [
  {
    name: 'Adapter',
    cell: ({ adapter, stale }) => (
      <>
        <a href={linkTo(`adapters/${adapter}`)}>{adapter}</a>{' '}
        {stale ? <small>no new evidence for a long time</small> : null}
      </>
    ),
    isWide: true,
  },
  {
    name: 'Reliability',
    cell: ({ reliability }) => (reliability === undefined ? '–' : reliability.score.toFixed(2)),
    align: 'right',
  },
  { name: 'Runs', cell: ({ reliability }) => reliability?.runs ?? 0, align: 'right', isExtra: true },
  { name: 'Risk ×', cell: ({ overlay }) => overlay.riskMultiplier, align: 'right', isExtra: true },
  { name: 'Retries', cell: ({ overlay }) => overlay.suggestedMaxRetries, align: 'right', isExtra: true },
  {
    name: 'Asks first',
    cell: ({ overlay, reason }) => (overlay.requireApproval ? <Chip of="yes" title={reason} /> : 'no'),
  },
  {
    name: 'Failures',
    cell: ({ failures }) => failures.map(({ failureType }) => failureType).join(', ') || '–',
    isExtra: true,
  },
  { name: 'Last run', cell: ({ lastRunAt }) => <Time at={lastRunAt} />, isExtra: true },
]

const AGENTS: readonly Column<AgentView>[] = [
  { name: 'Agent', cell: ({ agent }) => <a href={linkTo(`agents/${agent}`)}>{agent}</a>, isWide: true },
  { name: 'Reliability', cell: ({ reliability }) => reliability.toFixed(2), align: 'right' },
  { name: 'Ended well', cell: ({ successes, runs }) => `${successes} of ${runs}`, align: 'right' },
  { name: 'Last', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
]

const SKILLS: readonly Column<SkillView>[] = [
  { name: 'Skill', cell: ({ skill }) => <a href={linkTo(`skills/${skill}`)}>{skill}</a>, isWide: true },
  { name: 'Runs', cell: ({ runs }) => runs, align: 'right' },
  { name: 'Ended well', cell: ({ successes, runs }) => percent(successes, runs), align: 'right' },
  { name: 'Last', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
]
