// Documents of YAML whose units are alike, but for one. `rare.mjs` tells what a form is.

const yaml = (command, row, head = '', tail = '') => ({
  command,
  kind: 'yaml',
  text: (units) => `${head}${units.join('')}${tail}`,
  row,
})

const LIST = ['apiVersion: v1\nitems:\n', 'kind: List\nmetadata:\n  resourceVersion: ""\n']

const pod = (t, mark, isOdd) => `- apiVersion: v1
  kind: Pod
  metadata:
    labels:
      app: ${t.word()}
    name: ${mark}
    uid: ${t.hex(32)}
  spec:
    containers:
    - image: registry/${t.word()}:1.2
      name: main
    nodeName: node-${t.below(20)}
  status:
    phase: ${isOdd ? 'Pending' : 'Running'}
    podIP: 10.0.${t.below(255)}.${t.below(255)}
`

const longPod = (t, mark, isOdd) => `- apiVersion: v1
  kind: Pod
  metadata:
    annotations:
      checksum/config: ${t.hex(64)}
    creationTimestamp: "2026-11-28T10:${10 + t.below(50)}:00Z"
    labels:
      app.kubernetes.io/name: ${t.word()}
      pod-template-hash: ${t.hex(10)}
    name: ${mark}
    namespace: ${t.word()}
    uid: ${t.hex(32)}
  spec:
    containers:
    - args:
      - --port=${8000 + t.below(10)}
      env:
      - name: REGION
        value: ${t.word()}
      image: registry/${t.word()}:1.${t.below(9)}
      imagePullPolicy: IfNotPresent
      name: main
      resources:
        limits:
          cpu: 500m
          memory: 256Mi
      volumeMounts:
      - mountPath: /etc/${t.word()}
        name: config
    nodeName: node-${t.below(20)}
    tolerations:
    - effect: NoExecute
      key: node.kubernetes.io/not-ready
      operator: Exists
      tolerationSeconds: 300
  status:
    containerStatuses:
    - containerID: containerd://${t.hex(64)}
      name: main
      ready: ${!isOdd}
      restartCount: ${t.below(3)}
    hostIP: 10.1.0.${t.below(20)}
    phase: Running
    podIP: 10.0.${t.below(255)}.${t.below(255)}
`

/** @param mark makes the name of a unit */
export const yamlForms = (mark) => ({
  known: {
    'yaml, pods with a phase': yaml(
      'kubectl get pods -o yaml',
      (t, i, isOdd) => pod(t, mark(i), isOdd),
      ...LIST,
    ),
    'yaml, compose': yaml(
      'cat compose.yaml',
      (t, i, isOdd) => `  ${mark(i)}:
    image: "registry/${t.word()}:1.${t.below(9)}"
    restart: ${isOdd ? '"no"' : 'unless-stopped'}
    ports:
      - "${3000 + i}:80"
`,
      'name: shop\nservices:\n',
    ),
    'yaml, a key of its own': yaml(
      'cat users.yml',
      (t, i, isOdd) => `- id: ${7000 + i}
  login: ${mark(i)}
  city: ${t.word()}
${isOdd ? '  suspendedUntil: 2027-01-01\n' : ''}`,
    ),
    'yaml, documents': yaml(
      'cat all.yaml',
      (t, i, isOdd) => `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${mark(i)}
  namespace: ${t.word()}
spec:
  replicas: ${isOdd ? 0 : 3}
  paused: false
`,
    ),
  },
  heldOut: {
    'yaml, long pods': yaml(
      'kubectl get pods -A -o yaml',
      (t, i, isOdd) => longPod(t, mark(i), isOdd),
      ...LIST,
    ),
    'yaml, rules by severity': yaml(
      'cat rules.yaml',
      (t, i, isOdd) => `  - alert: ${mark(i)}
    expr: |
      sum(rate(${t.word()}_total[5m])) by (job)
        > ${t.below(900)}
    for: ${1 + t.below(20)}m
    labels:
      severity: ${isOdd ? 'critical' : t.usual(['info', 'warn'])}
`,
      'groups:\n- name: all\n  rules:\n',
    ),
    'yaml, paths of an interface': yaml(
      'cat openapi.yaml',
      (t, i, isOdd) => `  /${t.word()}/${mark(i)}:
    get:
      summary: Gets ${t.word()} ${i}
${isOdd ? '      deprecated: true\n' : ''}      responses:
        "200":
          description: OK
`,
      'openapi: 3.1.0\ninfo:\n  title: Shop\n  version: "1"\npaths:\n',
    ),
    'yaml, far number': yaml(
      'cat limits.yaml',
      (t, i, isOdd) => `- host: ${mark(i)}
  quota: {soft: 10, hard: 20}
  used: ${isOdd ? 980 : 10 + t.below(31)}
`,
    ),
    'yaml, empty value': yaml(
      'cat owners.yaml',
      (t, i, isOdd) => `  - name: ${mark(i)}
    owner:${isOdd ? '' : ` ${t.word()}-${i}`}
    tags: [${t.word()}, ${t.word()}]
`,
      '# Who owns what.\nversion: 2\nparts:\n',
    ),
    'yaml, tasks of a playbook': yaml(
      'cat site.yml',
      (t, i, isOdd) => `    - name: ${mark(i)}
      ${t.pick(['apt', 'copy', 'file'])}:
        path: /etc/${t.word()}
        state: present
      become: ${isOdd ? 'no' : 'yes'}
`,
      '- hosts: all\n  vars:\n    ring: 1\n  tasks:\n',
    ),
  },
})
