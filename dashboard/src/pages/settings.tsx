import type { Status } from '../../../src/loop/reports/overview.ts'
import { post } from '../api.ts'
import { LogOut, ProjectChoice, ThemeChoice } from '../parts/account.tsx'
import { Act } from '../parts/act.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { account } from '../session.ts'

const MAY = {
  read: 'You can look at everything. To record or decide, log in with a token that has the role write or approve.',
  write: 'You can look, record outcomes and resolve errors. To decide, log in with a token that has the role approve.',
  approve: 'You can look, record and decide.',
} as const

/** Who you are here, what you may do, and what this server serves. */
export function Settings() {
  const status = useResource<Status>('status')
  const { name, role, project, organisation, projects, version } = account.value ?? {}
  const reload = () => attempt(() => post('reload'), { done: 'The server has read its settings again.' })
  return (
    <Page title="Settings" lead={role === undefined ? ' ' : MAY[role]} actions={<Act on={reload}>Reload settings</Act>}>
      <Section title="You">
        <dl class="terms">
          <dt>Name</dt>
          <dd>{name}</dd>
          <dt>Role</dt>
          <dd>{role}</dd>
          <dt>Projects</dt>
          <dd>
            {projects?.includes('*') === true ? 'all of this organisation' : projects?.join(', ')} <ProjectChoice />
          </dd>
          <dt>Theme</dt>
          <dd>
            <ThemeChoice />
          </dd>
        </dl>
        <LogOut />
      </Section>
      <Section title="This server">
        <Shown of={status} lines={3}>
          {({ journal, policyIsCurrent }) => (
            <dl class="terms">
              <dt>Mettle</dt>
              <dd>{version}</dd>
              <dt>Project</dt>
              <dd>
                {project} {organisation === 'local' ? '' : `of ${organisation}`}
              </dd>
              <dt>Journal</dt>
              <dd>{journal === '' ? 'empty' : <code>{journal}</code>}</dd>
              <dt>Policy</dt>
              <dd>
                {policyIsCurrent ? 'up to date' : 'changed since the patterns were computed; run mettle rebuild'},{' '}
                <a href={linkTo('policy')}>see what it asks</a>
              </dd>
              <dt>Settings</dt>
              <dd>
                <code>mettle config</code> prints each setting and where it comes from.
              </dd>
            </dl>
          )}
        </Shown>
      </Section>
    </Page>
  )
}
