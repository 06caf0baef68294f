// Databases and documents.
import { nameOf, pack, range, serve } from './passing.mjs'

export const logs = [
  {
    name: 'sqlite-migration',
    tool: 'sqlite3',
    make(project) {
      const rows = range(400).map((n) => {
        const email = n === 210 ? 'user-3@example.com' : `user-${n}@example.com`
        return `insert into accounts values (${n}, '${email}', 'error_free');\nselect 'row', ${n}, '${nameOf(n)}';`
      })
      project.write(
        'migrate.sql',
        `create table accounts (id integer, email text unique, state text);\n${rows.join('\n')}\n`,
      )
      serve(project, 600)
      project.sh('sqlite3 -echo shop.db < migrate.sql', { fails: true })
      serve(project, 600)
      return { required: ['UNIQUE constraint failed: accounts.email'] }
    },
  },
  {
    name: 'xmllint',
    tool: 'xmllint',
    make(project) {
      pack(project, 'assets', 600)
      const xml = (n) =>
        `<bill>\n${range(20)
          .map((k) => `  <row errors="0">${k * n}</row>`)
          .join('\n')}\n</bill>\n`
      for (const n of range(40)) {
        project.write(
          `bills/${n}.xml`,
          n === 17 ? xml(n).replace('</row>\n</bill>', '</raw>\n</bill>') : xml(n),
        )
        project.run('xmllint', [`bills/${n}.xml`], { fails: n === 17 })
      }
      return { required: ['Opening and ending tag mismatch'] }
    },
  },
]
