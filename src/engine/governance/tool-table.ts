/** Which calls of a program belong to which adapter. */
export interface ToolRule {
  /** The program's name, without its folder. */
  readonly program: string
  /** Empty: its calls belong to none. */
  readonly adapter: string
  /** Only these of its commands, such as `push`, or `approval answer`. */
  readonly only?: readonly string[]
  /** All of its commands but these. */
  readonly except?: readonly string[]
  /** A word that begins so gives a command another name: any may be meant. */
  readonly renames?: string
  /** Options before the command that take a value in the next word. */
  readonly valued?: readonly string[]
}

const GIT_OPTIONS = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env', '--attr-source']
const NPM_OPTIONS = [
  '--prefix',
  '--workspace',
  '-w',
  '--registry',
  '--userconfig',
  '-C',
  '--dir',
  '--filter',
  '--cwd',
]
const KUBE_OPTIONS = [
  '-n',
  '--namespace',
  '--context',
  '--cluster',
  '--kubeconfig',
  '-s',
  '--server',
  '--user',
]
const PUBLISH = ['publish', 'unpublish', 'deprecate', 'dist-tag', 'access', 'owner']
const KUBE_READS = ['get', 'describe', 'logs', 'version', 'explain', 'api-resources', 'diff', 'top', 'config']

/** The adapter of whatever would let an agent answer its own question; see the gate's own rule for it. */
export const OWN_APPROVALS = 'mettle-approval'

/**
 * The table that comes with us: steps that reach out of the working copy. What only reads is left out where a program says so by its command; rules of a policy
 * file stand before these.
 */
export const TOOL_TABLE: readonly ToolRule[] = [
  {
    program: 'git',
    adapter: 'git',
    only: [
      'push',
      'send-pack',
      'http-push',
      'send-email',
      'subtree push',
      'svn dcommit',
      'p4 submit',
      'lfs push',
    ],
    renames: 'alias.',
    valued: GIT_OPTIONS,
  },
  { program: 'git-push', adapter: 'git' },
  { program: 'git-send-pack', adapter: 'git' },
  { program: 'gh', adapter: 'github' },
  { program: 'hub', adapter: 'github' },
  { program: 'glab', adapter: 'gitlab' },
  { program: 'npm', adapter: 'npm', only: PUBLISH, valued: NPM_OPTIONS },
  { program: 'pnpm', adapter: 'npm', only: PUBLISH, valued: NPM_OPTIONS },
  { program: 'yarn', adapter: 'npm', only: [...PUBLISH, 'npm publish', 'npm tag'], valued: NPM_OPTIONS },
  { program: 'bun', adapter: 'npm', only: ['publish'] },
  { program: 'cargo', adapter: 'cargo', only: ['publish', 'yank', 'owner'] },
  { program: 'twine', adapter: 'pypi', only: ['upload'] },
  { program: 'poetry', adapter: 'pypi', only: ['publish'] },
  { program: 'gem', adapter: 'rubygems', only: ['push', 'yank', 'owner'] },
  { program: 'docker', adapter: 'docker', except: ['ps', 'images', 'logs', 'inspect', 'version', 'info'] },
  { program: 'docker-compose', adapter: 'docker', except: ['ps', 'logs', 'config', 'version'] },
  { program: 'podman', adapter: 'podman', except: ['ps', 'images', 'logs', 'inspect', 'version', 'info'] },
  { program: 'kubectl', adapter: 'kubectl', except: KUBE_READS, valued: KUBE_OPTIONS },
  {
    program: 'helm',
    adapter: 'helm',
    except: ['list', 'status', 'template', 'lint', 'version', 'show'],
    valued: KUBE_OPTIONS,
  },
  {
    program: 'terraform',
    adapter: 'terraform',
    except: ['fmt', 'validate', 'version', 'show', 'output', 'graph'],
  },
  {
    program: 'tofu',
    adapter: 'terraform',
    except: ['fmt', 'validate', 'version', 'show', 'output', 'graph'],
  },
  { program: 'pulumi', adapter: 'pulumi', except: ['preview', 'version', 'whoami'] },
  { program: 'ansible-playbook', adapter: 'ansible' },
  { program: 'psql', adapter: 'postgres' },
  { program: 'pg_restore', adapter: 'postgres' },
  { program: 'dropdb', adapter: 'postgres' },
  { program: 'mysql', adapter: 'mysql' },
  { program: 'mongosh', adapter: 'mongodb' },
  { program: 'redis-cli', adapter: 'redis' },
  { program: 'aws', adapter: 'aws' },
  { program: 'gcloud', adapter: 'gcloud' },
  { program: 'az', adapter: 'azure' },
  { program: 'vercel', adapter: 'vercel' },
  { program: 'netlify', adapter: 'netlify' },
  { program: 'wrangler', adapter: 'cloudflare' },
  { program: 'fly', adapter: 'fly' },
  { program: 'flyctl', adapter: 'fly' },
  { program: 'heroku', adapter: 'heroku' },
  { program: 'ssh', adapter: 'ssh' },
  { program: 'scp', adapter: 'ssh' },
  // `node …/dist/cli/bin.js approval answer` is the same program.
  ...['mettle', 'bin.js'].map((program) => ({
    program,
    adapter: OWN_APPROVALS,
    only: [
      'approval answer',
      'policy loosen',
      'policy acknowledge',
      'pattern promote',
      'pattern release',
      'token create',
    ],
    valued: ['--cwd', '--set'],
  })),
]
