// biome-ignore-all lint/suspicious/noTemplateCurlyInString: forms and samples of other languages have such braces.
import { createRandom } from '../../support/random.ts'
import { drawn } from './vendors.ts'

// Lines without a secret, as tools print them. They were written before anybody looked at the rules of `src/redact`.

/** Lines in which something random stands that is no secret. Each is drawn three times. */
const drawnLines = [
  'commit {h40}',
  '{h7} Fix the redirect after a password reset',
  'index {h7}..{h7} 100644',
  'Merge: {h7} {h7}',
  'HEAD is now at {h7} Add a token bucket',
  '      "integrity": "sha512-{b86}==",',
  '    resolved "https://registry.yarnpkg.com/lodash/-/lodash-4.17.21.tgz#{h40}"',
  '  integrity sha512-{b86}==',
  '    --hash=sha256:{h64} \\',
  'github.com/pkg/errors v0.9.1 h1:{b43}=',
  '"checksum core-foundation 0.9.3 (registry+https://github.com/rust-lang/crates.io-index)" = "{h64}"',
  'checksum = "{h64}"',
  'Digest: sha256:{h64}',
  'sha256:{h64}: Pull complete',
  '{h64}  dist/app.tar.gz',
  '{h32}  -',
  'Successfully built {h12}',
  'image: registry.example.com/app@sha256:{h64}',
  'request_id={h8}-{h4}-4{h3}-a{h3}-{h12} status=200',
  '"id": "{h8}-{h4}-4{h3}-a{h3}-{h12}",',
  'traceparent: 00-{h32}-{h16}-01',
  'etag: W/"{h16}-{h8}"',
  'x-request-id: {h32}',
  'x-amz-request-id: {u16}',
  'x-amz-id-2: {b75}=',
  '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{b120}">',
  'background: url(data:font/woff2;base64,d09GMgABAAAAA{b120})',
  '//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjoz{b120}',
  '!function(e,t){"object"==typeof exports?module.exports=t():e.{L3}=t()}(this,function(){var {L1}={d3};return {L1}})',
  'assets/index-{w8}.js   143.21 kB │ gzip: 46.10 kB',
  '/nix/store/{l32}-openssl-3.0.8/lib/libssl.so.3',
  '  at Object.<anonymous> (/home/bob/.npm/_npx/{h16}/node_modules/x/index.js:3:9)',
  '/home/bob/.cache/pip/wheels/{h2}/{h2}/{h2}/{h58}',
  '<script nonce="{a24}" src="/main.js"></script>',
  'Fingerprint: SHA256:{b43}',
  'SHA1 Fingerprint={H2}:{H2}:{H2}:{H2}:{H2}:{H2}:{H2}:{H2}',
  'Serial Number: {h32}',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} bob@laptop',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{b200}== bob@laptop',
  'cache key: node-modules-linux-{h64}',
  'Cache restored from key: Linux-npm-{h64}',
  'arn:aws:iam::{d12}:role/deploy-{l8}',
  'i-0{h17} running t3.micro',
  'subnet-0{h17} vpc-0{h17} sg-0{h17}',
  'pod/app-{h10}-{l5}   1/1   Running   0   3h',
  '{"level":"info","ts":{d10}.{d6},"msg":"served","bytes":{d6}}',
  'build {d8}.{d3} finished in {d3}s',
  'docker run --rm -v app-{h12}:/data alpine@sha256:{h64} ls',
  '0x{h40} called transfer(0x{h40}, {d18})',
  'tx 0x{h64} mined in block {d8}',
  'Message-ID: <{d14}.{a12}@mail.example.com>',
  'session {l26} opened for tests',
  'snapshot {h64} (1.2 GiB) saved',
  "ENOENT: open '/tmp/{a6}-{d5}/out/{h32}.json'",
]

const fixedLines = `
password = getpass()
password = getpass.getpass("Password: ")
const password = await prompt('Password')
password: string
password?: string | undefined;
  password: z.string().min(8),
if (password.length < 8) throw new Error('too short')
if password != confirm_password:
def check_password(self, password: str) -> bool:
  const token = req.headers.authorization
const token = process.env.GITHUB_TOKEN
token = os.environ["API_TOKEN"]
token := os.Getenv("API_TOKEN")
let token = env::var("API_TOKEN")?;
api_key = ENV.fetch('API_KEY')
apiKey: process.env.OPENAI_API_KEY,
secret = self.client.get_secret(name)
  secret: \${{ secrets.DEPLOY_KEY }}
  token: \${{ secrets.GITHUB_TOKEN }}
  GITHUB_TOKEN: \${{ github.token }}
        env: { NPM_TOKEN: \${{ secrets.NPM_TOKEN }} }
export API_KEY=<your-api-key>
export API_TOKEN=<your-token>
OPENAI_API_KEY=your-api-key-here
API_KEY=xxxx
API_KEY=xxxxxxxxxxxxxxxxxxxx
DB_PASSWORD=********
DB_PASSWORD=
DB_PASSWORD=\${DB_PASSWORD}
DB_PASSWORD=$DB_PASSWORD
DB_PASSWORD=$(cat /run/secrets/db)
export TOKEN=$(gh auth token)
curl -H "Authorization: Bearer $TOKEN" https://api.example.com
curl -H "Authorization: Bearer \${TOKEN}" https://api.example.com
curl -H 'Authorization: Bearer <token>' https://api.example.com
curl -u "$USER:$PASSWORD" https://example.com
curl -u user:<password> https://example.com
git clone https://\${GITHUB_TOKEN}@github.com/org/app.git
postgres://user:password@localhost:5432/db is an example
postgres://\${DB_USER}:\${DB_PASSWORD}@\${DB_HOST}/app
postgres://localhost:5432/app
https://user@github.com/org/app.git
git@github.com:org/app.git
ssh://git@github.com:22/org/app.git
mailto:bob@example.com?subject=password
password_hash = hash_password(password)
  "password": null,
  "password": "",
  "password": true,
  "token": null,
  "tokens": 1532,
  "max_tokens": 4096,
  "prompt_tokens": 812, "completion_tokens": 77, "total_tokens": 889
usage: input_tokens=1200 output_tokens=350
total tokens: 18342
max_new_tokens=256
tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer: cl100k_base
Unexpected token } in JSON at position 42
SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON
error: expected one of \`;\` or \`}\`, found token \`=>\`
parse error near token 'else'
The password must have at least 8 characters.
The password is wrong. Try again.
Password changed successfully.
Password for bob: 
Password: 
Enter passphrase (empty for no passphrase): 
Enter same passphrase again: 
Enter password:
[sudo] password for bob: 
su: Authentication failure
Permission denied (publickey,password).
Your password will expire in 7 days.
How to reset your password: https://example.com/account/password/reset
Secret santa: names are drawn on Friday.
The secret to good pasta is salt.
No secret was found in the repository.
scanning for secrets... 0 leaks found
token bucket refilled: 50/100
CSRF token missing or incorrect.
ERROR: invalid token supplied
Token expired. Please log in again.
The token is passed in the Authorization header.
Authorization: Bearer
< www-authenticate: Bearer realm="https://auth.docker.io/token",service="registry.docker.io"
< WWW-Authenticate: Basic realm="Restricted"
Access-Control-Allow-Headers: Authorization, X-Api-Key, Content-Type
Vary: Authorization, Cookie
'Authorization' header is missing
Set the Authorization header to your API key.
authorization: denied
authorization: granted
Authorization failed for user bob
authentication: jwt
auth: none
auth=disabled
"auth": false,
auth_method: kubernetes
  key: value
  key: name
"key": "enter",
primary_key: id
primaryKey: true,
foreign key (user_id) references users(id)
keyboard: qwerty
sort_key=created_at
cache_key=user:42:profile
public_key_path = ~/.ssh/id_ed25519.pub
key_file: /etc/ssl/private/app.key
ssl_key = /etc/ssl/private/server.key
tls.crt: present
ssh-keygen -t ed25519 -f ~/.ssh/id_ed25519
Generating public/private ed25519 key pair.
Your public key has been saved in /home/bob/.ssh/id_ed25519.pub
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
-----END PUBLIC KEY-----
cookie: accept all
Cookies are disabled in this browser.
cookie_consent=true
document.cookie = "theme=dark"
session started at 10:00
session timeout: 30m
session_id is required
pass: 12, fail: 0
PASS src/app.test.ts (5.3 s)
Tests: 12 passed, 12 total
pass 1 of 3
--- PASS: TestLogin (0.02s)
ok 1 - login rejects a wrong password
not ok 2 - token refresh
✓ hashes the password (12 ms)
✗ refuses an expired token (3 ms)
npm warn deprecated request@2.88.2: request has been deprecated
added 152 packages, and audited 153 packages in 4s
npm ERR! code E401
npm ERR! Unable to authenticate, your authentication token seems to be invalid.
npm notice integrity: sha512-yKzJx
yarn install v1.22.19
go: downloading golang.org/x/crypto v0.17.0
Collecting cryptography==41.0.7
Downloading passlib-1.7.4-py2.py3-none-any.whl (525 kB)
Requirement already satisfied: python-jose in ./venv/lib/python3.11/site-packages (3.3.0)
   Compiling secrecy v0.8.0
   Compiling tokio v1.35.1
   Compiling zeroize v1.6.0
drwxr-xr-x  2 bob bob 4096 May  1 10:00 secrets
-rw-------  1 bob bob  419 May  1 10:00 .npmrc
src/auth/password.ts:12:7 - error TS2322: Type 'string' is not assignable to type 'number'.
src/token.rs:42:13: warning: unused variable: \`token\`
src/components/PasswordInput.tsx
test/fixtures/secret-key/index.ts
lib/api_key/validator.rb:7:in \`validate!'
com.example.auth.TokenService.refresh(TokenService.java:88)
  File "/app/auth/tokens.py", line 31, in decode_token
    raise InvalidTokenError("Not enough segments")
jwt.exceptions.DecodeError: Not enough segments
.password-field { color: #ff8800; margin: 0 auto }
.token.keyword{color:#07a}.token.string{color:#690}
#secret-panel:hover > .key { display: none; }
<input type="password" name="password" placeholder="Password">
<label for="token">Token</label>
<secret></secret>
<password/>
public string Password { get; set; }
private final String secretKey;
private String apiKey;
char *password = NULL;
token: Token;
token: &str,
apiKey?: string,
fn token(&self) -> &Token {
type Secret struct {
kind: Secret
apiVersion: v1
  name: db-password
secretKeyRef:
  secretName: app-tls
  key: password
        - name: DB_PASSWORD
      valueFrom: { secretKeyRef: { name: db, key: password } }
secret/app created
serviceAccountToken: { expirationSeconds: 3600 }
imagePullSecrets: []
+ resource "random_password" "db" {
      + password = (sensitive value)
      + result      = (sensitive value)
      + api_token   = (known after apply)
  token = var.token
  password = var.db_password
  password = random_password.db.result
secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>
password: !vault |
password: "{{ vault_db_password }}"
password: {{ .Values.db.password }}
spring.datasource.password=\${DB_PASSWORD}
--password-stdin
docker login -u bob --password-stdin
Login Succeeded
usage: mysql [-u user] [-p[password]] [database]
  -p, --password <password>   Password of the user
  --token TOKEN               Token for the API (or set API_TOKEN)
      --api-key string        API key
  -k, --key=FILE              Private key file
mysql -u root -p
ssh -p 2222 bob@host
ssh -i ~/.ssh/id_rsa bob@host
scp -P 2222 a.txt host:/tmp
docker run -p 8080:80 nginx
mkdir -p /var/lib/app/secrets
cp -a src dist
redis-cli -h cache -p 6379 ping
psql -U postgres -h localhost -p 5432
10.0.0.1 - bob [01/May/2026:10:00:00 +0000] "GET /login HTTP/1.1" 200 512
GET /oauth/authorize?response_type=code&scope=read HTTP/1.1
https://example.com/search?q=api+key&page=2
https://example.com/docs/tokens?lang=en#access_token
https://accounts.example.com/o/oauth2/v2/auth?client_id=app&redirect_uri=http://localhost
https://example.com/?key=value&sort=asc
time=2026-05-01T10:00:00Z level=INFO msg="token refreshed" expires_in=3600
2026-05-01 10:00:00,123 INFO auth: password login disabled
[10:00:00] Using cached credentials
I0501 10:00:00.000000       1 controller.go:114] secret "app-tls" synced
audit: user=bob action=rotate_key result=ok
Error: secret "db" not found
Error: key not found: "name"
KeyError: 'token'
undefined method \`token' for nil:NilClass
TypeError: Cannot read properties of undefined (reading 'token')
NullPointerException: password is null
keyword=token count=12
pwd: /home/bob/work
PWD=/home/bob/work
OLDPWD=/home/bob
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
SSH_AUTH_SOCK=/tmp/ssh-abc/agent.1234
XDG_SESSION_ID=3
XDG_SESSION_TYPE=wayland
DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus
KEY_COUNT=12
TOKEN_TTL=3600
PASSWORD_MIN_LENGTH=12
SECRET_NAME=app-tls
API_KEY_HEADER=X-Api-Key
AUTH_ENABLED=true
AWS_REGION=eu-central-1
AWS_PROFILE=staging
GOOGLE_APPLICATION_CREDENTIALS=/etc/gcp/sa.json
credentials: include
fetch(url, { credentials: 'same-origin' })
[default]
aws_access_key_id
machine learning models are trained overnight
login: bob
Last login: Fri May  1 10:00:00 2026 from 10.0.0.1
username: bob
user=bob host=db port=5432
Server=db.example.com;Database=app;Integrated Security=True;
version 1.2.3-beta.4+build.567
v2.14.0-rc.1-12-gdeadbeef
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36
ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
================================================================================
01234567890123456789012345678901234567890
sk-learn is installed as scikit-learn
pk_column is the primary key
re_export_all_the_things_from_here
hf_hub_download("gpt2", "config.json")
npm_config_registry=https://registry.example.com/
npm_lifecycle_event=test
ghp_ is the prefix of a classic token.
Tokens begin with xoxb- or xoxp-.
Use a key such as sk-... or AKIA...
AKIAIOSFODNN7EXAMPLE is the key in the documents.
https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
glpat-xxxxxxxxxxxxxxxxxxxx
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
sk_test_...
pat-na1-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx
$1$ and $2 are the first arguments
echo $6 $5 $y
cost: $2,000 to $6,500
\\$2y\\$ is how bcrypt begins
`
  .split('\n')
  .filter((line) => line.trim() !== '')

/** At least 300 lines, of which none is to be changed. */
export function innocentLines(seed: number): string[] {
  const random = createRandom(seed)
  const drawnOnes = drawnLines.flatMap((form) => [1, 2, 3].map(() => drawn(form, random)))
  return [...fixedLines, ...drawnOnes]
}
