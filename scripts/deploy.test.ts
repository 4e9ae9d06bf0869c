import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#server/env.ts'
import { isSmtpUrl } from '#server/platform/outbox/smtp-url.ts'
import { canCopySystem, onServerCopy } from './server-copy.ts'

const text = (file: string) => readFileSync(file, 'utf8')
const unit = text('deploy/boutique.service')
const dockerfile = text('Dockerfile')

/** The services of compose.yaml by name, each with its lines. */
const services = Object.fromEntries(
  text('compose.yaml')
    .split(/^(?:services|volumes):/m)[1]
    ?.split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((service) => [service.slice(0, service.indexOf(':')), service]) ?? [],
)

test('npm start, the service and the container run the launcher, which alone has the settings for memory', () => {
  expect(JSON.parse(text('package.json')).scripts.start).toBe('exec node scripts/start.mjs')
  expect(unit).toMatch(/^ExecStart=\S+\/node scripts\/start\.mjs$/m)
  expect(dockerfile).toMatch(/^CMD \["\S+\/node", "scripts\/start\.mjs"\]$/m)
  expect(`${unit}${dockerfile}`).not.toMatch(/MALLOC_|--[\w-]+(size|percent)=/)
})

test.for([
  ['install.sh', /^#?([A-Z][A-Z0-9_]+)=/gm, text('deploy/install.sh').split('SETTINGS\n')[1] ?? ''],
  ['compose.yaml', /^ {6}([A-Z][A-Z0-9_]+):/gm, services.shop ?? ''],
] as const)('%s writes settings that the shop knows', ([, pattern, settingNames]) => {
  const names = [...settingNames.matchAll(pattern)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name = '') => !SETTING_NAMES.includes(name))).toEqual([])
})

test.for(Object.entries(services))(
  'the container of %s writes to its volumes alone, without privileges',
  ([, lines]) => {
    expect(lines).toMatch(/^ {4}read_only: true$/m)
    expect(lines).toMatch(/^ {4}cap_drop: \[ALL\]$/m)
    expect(lines).toMatch(/^ {4}security_opt: \["no-new-privileges:true"\]$/m)
  },
)

test('the code in the image is root’s, and the images that it builds on have exact versions', () => {
  expect(Object.keys(services)).toEqual(['shop', 'database', 'caddy'])
  expect(dockerfile).toMatch(/^COPY --from=build --chown=root:root \/opt\/boutique \.\/\nUSER boutique$/m)
  const images = `${dockerfile}\n${text('compose.yaml')}`.match(/(?<=^FROM |image: )\S+:\S+/gm) ?? []
  expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?(-|$)/.test(image))).toEqual([])
  expect(images).toHaveLength(3)
})

test.for<[string, string]>([
  ['install.sh', text('deploy/postgresql.conf')],
  ['compose.yaml', String(services.database)],
])('the database of %s has connections for 16 processes and logs no values', ([, settings]) => {
  const wantedSettings = [
    'max_connections=300',
    'log_parameter_max_length=0',
    'log_min_error_statement=panic',
    'listen_addresses=',
  ]
  const flat = settings.replaceAll(' = ', '=')
  expect(wantedSettings.filter((setting) => !flat.includes(setting))).toEqual([])
})

test('no image has the settings or the data of whoever builds it', () => {
  const ignoredPaths = text('.dockerignore').split('\n')
  expect(ignoredPaths).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules', '.git']))
})

test('every mail server of the guide is one', () => {
  const urls = text('docs/your-own-shop.md').match(/(?<=SMTP_URL=)[^\s`]+/g) ?? []
  expect(urls).toHaveLength(3)
  expect(urls.filter((url) => !isSmtpUrl(url))).toEqual([])
})

/** A shop whose build only says who builds it, and tries to change what root installs. */
const SOURCES = `
  mkdir -p /sources/app /sources/server/shop/database/migrations/1
  touch /sources/app/main.ts
  echo '{"scripts": {"prestart": "sh ./build.sh"}}' >/sources/package.json
  cat >/sources/build.sh <<'BUILD'
  mkdir -p node_modules/.bin
  ln -s /bin/true node_modules/.bin/node
  echo "$(id -un) in $HOME" >built
  for file in deploy/boutique deploy/boutique.service; do echo changed >>$file; done
  (trap '' HUP; while sleep 0.01; do echo changed >>deploy/boutique; done) >/dev/null 2>&1 &
BUILD
  boutique() { sh /sources/deploy/boutique "$@"; }
`

test.runIf(canCopySystem)('a shop that was broken into cannot change what root installs with the next version', () => {
  const brokenScript = `
    cd /var/cache/boutique
    echo script-shell=/var/cache/boutique/shell >.npmrc
    printf '#!/bin/sh\necho changed >>deploy/boutique; id -un >/tmp/shell; exec sh "$@"' >shell
    chmod +x shell
    cd /`
  const output = onServerCopy(`${SOURCES} ${brokenScript}
    boutique first-release /sources
    cat /opt/boutique/current/built
    cmp /sources/deploy/boutique /usr/local/bin/boutique && echo the command of the sources
    cmp /sources/deploy/boutique.service /etc/systemd/system/boutique.service && echo the unit of the sources
    [ ! -e /tmp/shell ] || echo the shell ran as "$(cat /tmp/shell)"
    find /opt/boutique/current/ ! -user root
    ls -A /opt/boutique
    ls -d /proc/[0-9]* | xargs stat -c %U 2>/dev/null | grep boutique || echo no process is left`)
  expect(output).toEqual([
    'boutique-build in /opt/boutique/build',
    'the command of the sources',
    'the unit of the sources',
    'current',
    'releases',
    'no process is left',
  ])
})

test.runIf(canCopySystem)('the unit is that of the version that runs, also after a rollback', () => {
  const output = onServerCopy(`${SOURCES}
    boutique first-release /sources
    runuser -u boutique -- mkdir -m 0700 /var/lib/boutique/postgres
    cp /etc/systemd/system/boutique.service /before
    echo '# of the next version' >>/sources/deploy/boutique.service
    sleep 1
    boutique upgrade /sources
    tail -1 /etc/systemd/system/boutique.service
    boutique rollback
    cmp /etc/systemd/system/boutique.service /before && echo the unit from before`)
  expect(output).toEqual(expect.arrayContaining(['# of the next version', 'the unit from before']))
})

test.runIf(canCopySystem).for(['server/cli/main.ts', 'server/app/cli/main.ts', 'app/server/cli/main.ts'])(
  'the command finds the program of a release that has it in %s',
  (program) => {
    const [output] = onServerCopy(`
      cd /opt/boutique/releases
      mkdir -p of-then/node_modules/.bin of-then/$(dirname ${program})
      touch of-then/${program}
      printf '#!/bin/sh\necho "$@"' >of-then/node_modules/.bin/node
      chmod +x of-then/node_modules/.bin/node
      ln -s releases/of-then ../current
      sh /sources/deploy/boutique doctor`)
    expect(output).toBe(`${program} doctor`)
  },
)

/** Whatever outlives the stop puts a link in the place of the database. */
const SURVIVOR = `runuser -u boutique -- node -e "
  for (const until = Date.now() + 10000; Date.now() < until; )
    try { fs.symlinkSync('/etc/elsewhere', '/var/lib/boutique/postgres'); break } catch {}" &`

test.runIf(canCopySystem).for([
  ['a stopped shop', ':', ['0 files elsewhere', 'before of boutique', 'after of boutique']],
  ['a shop of which something goes on', SURVIVOR, ['0 files elsewhere', 'after of boutique']],
] as const)('a rollback with tables writes nothing outside of the folder of %s', ([, atStop, expectedFolder]) => {
  const output = onServerCopy(`${SOURCES}
    boutique first-release /sources
    runuser -u boutique -- sh -c 'mkdir -m 0700 /var/lib/boutique/postgres; echo before >/var/lib/boutique/postgres/rows'
    mkdir /etc/elsewhere /sources/server/shop/database/migrations/2
    sleep 1
    boutique upgrade /sources
    runuser -u boutique -- sh -c 'echo after >/var/lib/boutique/postgres/rows'
    cat >/at-stop <<'STOP'
${atStop}
STOP
    boutique rollback --tables || true
    echo "$(ls -A /etc/elsewhere | wc -l) files elsewhere"
    cd /var/lib/boutique
    for folder in postgres postgres.replaced; do
      [ -L $folder ] || [ ! -f $folder/rows ] || echo "$(cat $folder/rows) of $(stat -c %U $folder/rows)"
    done`)
  expect(output).toEqual(expect.arrayContaining([...expectedFolder]))
})
