import { isWild } from './globs.ts'
import type { ShellStep } from './shell-steps.ts'
import { asksForHelp, fitsVerbs, isDryRun, type VerbPattern, verbPattern } from './verb-patterns.ts'

/** The commands of each rule, separated by commas; see `verb-patterns.ts`. */
const VERBS: readonly (readonly [rule: string, commands: string])[] = [
  [
    'publish',
    `npm|pnpm|bun publish, npm|pnpm unpublish, npm|pnpm deprecate, yarn publish, yarn npm publish,
    lerna publish, changeset publish, semantic-release, np !--preview, release-it, vsce|ovsx publish,
    jsr publish, deno publish, cargo publish, cargo yank, twine upload, poetry publish, uv publish,
    flit|hatch|pdm publish, python* twine upload -m, gem push|yank, docker|podman|nerdctl push,
    docker|podman image|manifest push, docker|podman buildx build --push, docker|podman build --push,
    docker compose push, docker-compose push, crane push|copy, skopeo copy, oras push, helm push,
    gh release create|upload|edit, glab release create|upload, goreleaser release !--snapshot, mvn deploy,
    mvn|mvnw release:perform, gradle|gradlew publish* !publishToMavenLocal, dotnet nuget push, nuget push,
    pod trunk push, flutter|dart pub publish, mix hex.publish, fastlane release|deliver|beta,
    npm|pnpm dist-tag add|rm, cargo owner --add|-a|--remove|-r, python* setup.py ** upload,
    npm|pnpm|yarn|bun run publish|release|publish:*|release:*, pnpm|yarn release,
    make|just|task publish|upload`,
  ],
  [
    'deploy',
    `vercel --prod, vercel deploy --prod, vercel promote|rollback, netlify deploy --prod|-p,
    ntl deploy --prod|-p, fly|flyctl deploy|launch, wrangler deploy|publish, wrangler pages deploy|publish,
    firebase deploy, gcloud app|functions|run deploy, gcloud ** deploy, sls|serverless deploy|remove,
    sam deploy|delete, cdk deploy, sst deploy|remove, eb deploy, aws deploy create-deployment,
    aws ecs update-service, aws lambda update-function-code, az webapp deploy|deployment|up,
    az functionapp deploy|deployment, heroku container:release, heroku releases:rollback, railway up|deploy,
    cap * deploy, kamal deploy|redeploy, dokku deploy, convox deploy, copilot deploy, amplify push|publish,
    supabase db push, supabase functions deploy, kubectl|oc rollout undo, argocd app sync|rollback,
    gh workflow run *deploy*|*release*|*publish*, skaffold run|deploy, nomad job run,
    shopify app|theme deploy|push, modal deploy, eas submit|update, npm|pnpm|yarn|bun run deploy|deploy:*, pnpm|yarn deploy,
    make|just|task deploy|deploy-*`,
  ],
  [
    'infrastructure-destroy',
    `kubectl|oc delete, kubectl|oc drain, kubectl|oc replace --force, kubectl|oc scale --replicas=0,
    helm uninstall|delete|rollback, helmfile destroy|delete, kustomize delete, argocd app delete,
    flux uninstall|delete, kind|k3d|minikube delete, k3d cluster delete, eksctl delete,
    terraform|tofu|terragrunt destroy, terraform|tofu|terragrunt apply -auto-approve|--auto-approve,
    terraform|tofu|terragrunt apply -destroy|--destroy, terraform|tofu|terragrunt run-all destroy|apply,
    terraform|tofu|terragrunt state rm, terraform|tofu|terragrunt workspace delete, pulumi destroy,
    pulumi up --yes|-y|--skip-preview, pulumi stack rm, cdk destroy, aws s3 rb, aws s3 rm --recursive,
    aws s3 sync --delete, aws s3api delete-*,
    aws * delete-*|terminate-*|deregister-*|remove-*|destroy-*|purge-*, gcloud ** delete|destroy,
    gsutil rm -r|-R, gsutil rb, gcloud storage rm -r|--recursive, bq rm, az ** delete|purge, az group delete,
    doctl ** delete|rm, heroku apps:destroy, heroku addons:destroy, heroku pg:reset, fly|flyctl apps destroy,
    fly|flyctl destroy, fly|flyctl volumes destroy|delete, vercel remove|rm, netlify sites:delete,
    wrangler delete, wrangler ** delete, supabase projects delete, railway down|delete, gh * delete,
    gh repo archive|rename, gh repo edit --visibility, gh pr merge --admin, gh secret set|remove, gh api ** delete, gh api -XDELETE,
    gh api --method=DELETE, hub delete, glab repo|project delete, glab * delete, npm token revoke,
    npm owner|access|team rm|remove|add, vault ** delete|destroy, consul kv delete,
    nomad job stop --purge|-purge, multipass delete, vagrant destroy, virsh destroy|undefine,
    terraform|tofu|terragrunt taint|force-unlock, docker stack|service|config rm, docker swarm leave,
    lxc|incus delete, nats ** purge|rm, firebase *:delete, eb terminate, etcdctl del, op ** delete, rclone purge|delete|deletefile|sync,
    mc rb|rm --force, s3cmd rb, s3cmd del|rm --recursive|-r, restic forget, borg delete|prune,
    railway|render|northflank|scw|linode-cli|hcloud|vultr-cli|ibmcloud|oci|aliyun ** delete|destroy|terminate,
    scw|ibmcloud ** rm, neonctl|neon|turso|pscale|atlas|cockroach|upstash ** delete|destroy, cf delete*,
    confluent ** delete, rabbitmqadmin delete*, kafka-topics* --delete, rabbitmqctl reset|purge_queue,
    rabbitmqctl delete_*, gcloud ** remove-iam-policy-binding, velero ** delete, rancher ** delete|rm,
    linkerd|istioctl uninstall, talosctl reset, kubeadm reset, k3s-uninstall.sh, crossplane ** delete`,
  ],
  [
    'container-data',
    `docker|podman system prune -a|--all, docker|podman system prune --volumes, docker|podman volume rm|prune, docker|podman image prune -a|--all,
    docker|podman compose down -v|--volumes, docker-compose down -v|--volumes,
    podman-compose down -v|--volumes, docker|podman system reset,
    docker buildx prune -a|--all, docker|podman builder prune -a|--all`,
  ],
  [
    'sql-destroy',
    `dropdb, dropuser, mysqladmin drop, prisma migrate reset,
    prisma db push --force-reset|--accept-data-loss, supabase db reset,
    rails|rake|bin/rails db:drop|db:reset|db:schema:load, sequelize db:drop, sequelize-cli db:drop,
    knex migrate:rollback --all, typeorm schema:drop, drizzle-kit drop,
    artisan migrate:fresh|db:wipe|migrate:reset, php * migrate:fresh|db:wipe|migrate:reset,
    python* manage.py|*/manage.py flush, django-admin flush, alembic downgrade base,
    pg_restore -c|--clean, mix ecto.drop|ecto.reset, flyway clean, liquibase drop-all|dropAll,
    dotnet ef database drop, dotnet-ef database drop, influx delete, influx bucket delete`,
  ],
  [
    'history-rewrite',
    `git filter-branch, git filter-repo, git-filter-repo, bfg, git reflog expire, git reflog delete,
    git gc --prune=now|--prune=all, git update-ref -d, git replace -f`,
  ],
  [
    'secret-stores',
    `aws secretsmanager get-secret-value|batch-get-secret-value,
    aws ssm get-parameter|get-parameters|get-parameters-by-path --with-decryption,
    gcloud secrets versions access, az keyvault secret show|download, vault kv get, vault read,
    doppler secrets, chamber read|export, kubectl|oc get secret|secrets|secret/* -o|--output|-ojson|-oyaml,
    heroku config, pulumi config --show-secrets, pulumi stack output --show-secrets, gh variable get,
    sops -d|--decrypt, sops decrypt, ansible-vault view|decrypt`,
  ],
  [
    'power-off',
    `shutdown, reboot, halt, poweroff, init|telinit 0|6,
    systemctl reboot|poweroff|halt|kexec|emergency|rescue, Stop-Computer, Restart-Computer`,
  ],
  [
    'scheduled-jobs',
    `systemctl enable|link, launchctl load|bootstrap|submit, schtasks /create, Register-ScheduledTask, at,
    batch`,
  ],
  [
    'disk-overwrite',
    `mkfs*, fdisk|sfdisk|parted|gdisk|sgdisk !-l, wipefs -a|--all, blkdiscard, shred, srm,
    diskutil erase*|partitionDisk|reformat|zeroDisk, format *:, Format-Volume, Clear-Disk,
    cryptsetup luksFormat|erase, zpool destroy|labelclear, zfs destroy|rollback, lvremove|vgremove|pvremove,
    btrfs subvolume delete, mdadm --zero-superblock, nvme format|sanitize, hdparm --security-erase,
    vssadmin delete, diskpart`,
  ],
  ['kill-by-name', 'pkill, killall, killall5, taskkill /im, Stop-Process -Name'],
  ['ssh-access', 'ssh-copy-id !-n, gh ssh-key|gpg-key add'],
  ['recursive-delete', 'robocopy ** /mir|/purge'],
  ['network-to-shell', 'deno run http*://*, npx|bunx|pnpx http*://*'],
  [
    'system-files',
    `visudo !-c, userdel|usermod|useradd|deluser|adduser|groupdel|chpasswd, passwd !-S|--status, ufw disable|reset,
    iptables|ip6tables -F|-X|--flush, nft flush, setenforce 0, firewall-cmd --panic-on, netsh advfirewall set,
    csrutil disable, spctl --master-disable`,
  ],
  [
    'own-controls',
    `claude config set|add|remove, claude|codex|gemini|opencode|copilot mcp add|add-json|remove,
    npm|pnpm|yarn|bun install|i|add|link|uninstall|un|remove|rm|unlink mettle|mettle@*,
    yarn global add|remove mettle|mettle@*, claude plugin install|uninstall|enable|disable, gemini extensions install|uninstall|enable|disable|link`,
  ],
  [
    'unprompted-agents',
    `claude|claude-code|qodercli --dangerously-skip-permissions|--allow-dangerously-skip-permissions,
    claude|claude-code|qodercli --permission-mode=bypassPermissions,
    codex --yolo|--full-auto|--dangerously-bypass-approvals-and-sandbox|--dangerously-auto-approve-everything,
    codex --sandbox=danger-full-access|-s=danger-full-access|--ask-for-approval=never|-a=never,
    codex -c=approval_policy=never|-c=approval_policy="never"|-c=sandbox_mode=danger-full-access|-c=sandbox_mode="danger-full-access",
    codex --config=approval_policy=never|--config=approval_policy="never",
    gemini|gemini-cli|qwen|qwen-code|crush|cline|kimi|iflow --yolo|-y|--approval-mode=yolo,
    copilot --allow-all-tools|--allow-all|--yolo|--allow-all-paths,
    opencode|opencode-ai|kilo|kilocode --auto|--yolo|--dangerously-skip-permissions,
    cursor-agent -f|--force|--yolo, aider --yes-always|--yes, amp --dangerously-allow-all,
    droid --skip-permissions-unsafe|--auto=high, kiro-cli|q|qchat --trust-all-tools|-a,
    openhands --always-approve, plandex --full|--auto-exec`,
  ],
  ['git-hooks', 'git config core.hooksPath *, git config set core.hooksPath'],
]

interface Compiled {
  readonly rule: string
  readonly pattern: VerbPattern
}

/** By program, so that a step is compared only with those of its own program; under `*`, those with a star in the program's name. */
let compiled: Map<string, Compiled[]> | undefined

function compile(): Map<string, Compiled[]> {
  const byProgram = new Map<string, Compiled[]>()
  for (const [rule, commands] of VERBS)
    for (const line of commands.split(/,\s+/)) {
      const pattern = verbPattern(line)
      for (const name of pattern.programs) {
        const key = name.includes('*') ? '*' : name.toLowerCase()
        byProgram.set(key, [...(byProgram.get(key) ?? []), { rule, pattern }])
      }
    }
  return byProgram
}

type Words = Pick<ShellStep, 'program' | 'args'> & Partial<Pick<ShellStep, 'feeder' | 'written'>>

/** The rules that stop a program because of its words, or of what it would delete. */
export function verbRules(step: Words): string[] {
  const { program, args } = step
  if (isWild(program)) return []
  compiled ??= compile()
  const known = [...(compiled.get(program) ?? []), ...compiled.get('*')!]
  if (asksForHelp(args) || isDryRun(program, args)) return []
  const named = known.flatMap(({ rule, pattern }) => (fitsVerbs(pattern, program, args) ? [rule] : []))
  return deletesListed(step) ? [...named, program.endsWith('-cli') ? 'sql-destroy' : 'container-data'] : named
}

const DELETES =
  /^(?:(?:docker|podman) (?:container |image )?(?:rmi?|kill)|(?:redis|valkey|keydb)-cli (?:.* )?(?:del|unlink))\b/i

/** `docker rmi $(docker images -q)`, `redis-cli keys '*' | xargs redis-cli del`: a program deletes everything that it lists. */
function deletesListed({ program, args, feeder, written = '' }: Words): boolean {
  if (!DELETES.test(`${program} ${args.join(' ')}`)) return false
  const [, inner] = /(?:\$\(|`)\s*(?:docker|podman|\w+-cli) ([^)`]*)/.exec(written) ?? []
  const listed = inner ?? (feeder?.program === program ? feeder.args.join(' ') : undefined)
  return listed !== undefined && !/(?:^|\s)(?:-f|--filter)\b/.test(listed)
}
