import { describe, expect, test } from 'vitest'
import { databaseFault, folderFault, portFault } from '#platform/server/embedded/faults.ts'

const failing = (code: string) => Object.assign(new Error(`${code}: said the system`), { code })

describe('PostgreSQL’s output becomes one sentence', () => {
  test.each([
    ['FATAL:  could not write to file "pg_wal/xlogtemp.42": No space left on device', 'The disk that holds /data is full'],
    ['initdb: error: could not create directory "/data/db": Read-only file system', '/data is on a read-only disk'],
    [
      'FATAL:  could not create lock file "/data/run/.s.PGSQL.5432.lock": Permission denied',
      "The database's socket could not be made beside /data",
    ],
    ['FATAL:  lock file "/data/run/.s.PGSQL.5432.lock" already exists', 'Another PostgreSQL already uses the socket of /data'],
    ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', "The database's port is taken"],
    ['FATAL:  pre-existing shared memory block (key 7, ID 3) is still in use', 'Parts of an earlier PostgreSQL still use /data'],
    ['postgres: error while loading shared libraries: libicuuc.so.60: cannot open', 'PostgreSQL needs the system library libicuuc.so.60'],
    ['FATAL:  database files are incompatible with server', '/data was made by another version of PostgreSQL'],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'There is not enough memory for the database'],
    ['FATAL:  data directory "/data/db" has invalid permissions', 'The database may not use its files in /data'],
    ['FATAL:  could not open file "global/pg_control": Permission denied', 'The database may not use its files in /data'],
    [
      'LOG:  starting\nPANIC:  something never seen',
      'PostgreSQL stopped while starting (PANIC:  something never seen): /data/postgres.log says more.',
    ],
    ['', 'PostgreSQL stopped while starting (without a word): /data/postgres.log says more.'],
  ])('%s', (output, sentence) => {
    const { message } = databaseFault(output, '/data', '/data/postgres.log')
    expect(message).toContain(sentence)
    expect(message).toMatch(/\.$/)
    expect(message).not.toContain('\n')
  })
})

test.each([
  ['ENOSPC', 'is full: free some space'],
  ['EROFS', 'read-only disk'],
  ['EACCES', 'You may not write to /data'],
  ['EPERM', 'You may not write to /data'],
  ['ENOTDIR', 'is a file, not a folder'],
  ['EIO', '(EIO: said the system)'],
])('a folder that gives %s is reported with what to do', (code, sentence) => {
  expect(folderFault('/data', failing(code)).message).toContain(sentence)
})

test('a port that cannot be used is reported with what to try, and other errors stay unchanged', () => {
  expect(portFault(3000, failing('EADDRINUSE'))?.message).toContain('PORT=3001')
  expect(portFault(80, failing('EACCES'))?.message).toContain('above 1023')
  expect(portFault(3000, failing('EADDRNOTAVAIL'))?.message).toContain('PRITCHEL_HOST')
  expect(portFault(3000, failing('EMFILE'))).toBeUndefined()
})
