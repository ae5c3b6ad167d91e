/** Which calls of a program belong to which adapter. */
export interface ToolRule {
  readonly program: string
  /** Empty: its calls belong to none. */
  readonly adapter: string
  /** Only these of its commands, such as `push`, or `approval answer`. */
  readonly only?: readonly string[]
  /** Commands that reach it but change nothing there: the gate does not ask about them, but their results are evidence of the adapter. */
  readonly reads?: readonly string[]
  /** All of its commands but these. */
  readonly except?: readonly string[] | undefined
  /** The prefix of a word that defines an alias, such as `alias.`; then any command may be meant. */
  readonly renames?: string
  /** Options before the command that take a value in the next word. */
  readonly valued?: readonly string[]
}

const list = (text: string) => text.split(',')

const NPM_OPTIONS = list('--prefix,--workspace,-w,--registry,--userconfig,-C,--dir,--filter,--cwd')
const KUBE_OPTIONS = list('-n,--namespace,--context,--cluster,--kubeconfig,-s,--server,--user')
const PUBLISH = 'publish,unpublish,deprecate,dist-tag,access,owner'
const INSTALL = list('install,ci,i,add,update,view,info,audit')
const CONTAINER_READS = list('ps,images,logs,inspect,version,info')
const PLAN_READS = list('fmt,validate,version,show,output,graph')

/** Programs of which every command belongs to their adapter. */
const WHOLE =
  'git-push=git git-send-pack=git gh=github hub=github glab=gitlab ansible-playbook=ansible psql=postgres pg_restore=postgres dropdb=postgres mysql=mysql mongosh=mongodb redis-cli=redis aws=aws gcloud=gcloud az=azure vercel=vercel netlify=netlify wrangler=cloudflare fly=fly flyctl=fly heroku=heroku ssh=ssh scp=ssh'

/** The adapter of every command with which an agent could answer its own question; the gate has a rule of its own for it. */
export const OWN_APPROVALS = 'mettle-approval'

/** The built-in table: steps that reach out of the working copy. Commands that only read are left out where a program has such; the rules of a policy file precede these. */
export const TOOL_TABLE: readonly ToolRule[] = [
  {
    program: 'git',
    adapter: 'git',
    only: list('push,send-pack,http-push,send-email,subtree push,svn dcommit,p4 submit,lfs push'),
    reads: list('fetch,pull,clone,ls-remote'),
    renames: 'alias.',
    valued: list('-C,-c,--git-dir,--work-tree,--namespace,--config-env,--attr-source'),
  },
  { program: 'npm', adapter: 'npm', only: list(PUBLISH), reads: INSTALL, valued: NPM_OPTIONS },
  { program: 'pnpm', adapter: 'npm', only: list(PUBLISH), reads: INSTALL, valued: NPM_OPTIONS },
  { program: 'yarn', adapter: 'npm', only: list(`${PUBLISH},npm publish,npm tag`), valued: NPM_OPTIONS },
  { program: 'bun', adapter: 'npm', only: ['publish'] },
  { program: 'cargo', adapter: 'cargo', only: list('publish,yank,owner') },
  { program: 'twine', adapter: 'pypi', only: ['upload'] },
  { program: 'poetry', adapter: 'pypi', only: ['publish'] },
  { program: 'gem', adapter: 'rubygems', only: list('push,yank,owner') },
  { program: 'docker', adapter: 'docker', except: CONTAINER_READS, reads: list('ps,images,info') },
  { program: 'docker-compose', adapter: 'docker', except: list('ps,logs,config,version') },
  { program: 'podman', adapter: 'podman', except: CONTAINER_READS },
  {
    program: 'kubectl',
    adapter: 'kubectl',
    except: list('get,describe,logs,version,explain,api-resources,diff,top,config'),
    reads: list('get,describe,top,api-resources,diff'),
    valued: KUBE_OPTIONS,
  },
  { program: 'helm', adapter: 'helm', except: list('list,status,template,lint,version,show'), valued: KUBE_OPTIONS },
  { program: 'terraform', adapter: 'terraform', except: PLAN_READS },
  { program: 'tofu', adapter: 'terraform', except: PLAN_READS },
  { program: 'pulumi', adapter: 'pulumi', except: list('preview,version,whoami') },
  ...WHOLE.split(' ').map((pair) => {
    const [program = '', adapter = ''] = pair.split('=')
    return { program, adapter }
  }),
  // `node …/dist/cli/bin.js approval answer` is the same program.
  ...['mettle', 'bin.js'].map((program) => ({
    program,
    adapter: OWN_APPROVALS,
    only: list('approval answer,policy loosen,policy acknowledge,pattern promote,pattern release,token create'),
    valued: ['--cwd', '--set'],
  })),
]
