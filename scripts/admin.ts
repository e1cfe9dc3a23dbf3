// What whoever runs a server can do beside it: `npm run admin -- reset-password EMAIL`.
import { fail, say } from '#app/process.ts'
import { reachDatabase } from '#app/reach-database.ts'
import { resetPassword } from '#features/practice/server/sign-in.ts'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db.ts'
import { StartError } from '#platform/server/start-error.ts'

const USAGE = 'Usage: npm run admin -- reset-password EMAIL'

try {
  const [command, email, ...more] = process.argv.slice(2)
  if (command !== 'reset-password' || !email || more.length > 0) throw new StartError(USAGE)
  say(await linkFor(email))
} catch (error) {
  fail(error)
}

async function linkFor(email: string): Promise<string> {
  const config = readConfig(process.env)
  const database = await reachDatabase(config, say)
  const db = openDatabase(database)
  try {
    const link = await resetPassword(db, email, config.origin)
    if (!link) throw new StartError(`Nobody signs in with ${email}.`)
    return `This link signs in once, within a day, and can set a new password:\n${link}`
  } finally {
    await db.close()
    await database.stop()
  }
}
