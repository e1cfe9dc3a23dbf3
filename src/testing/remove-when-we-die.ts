import { spawn } from 'node:child_process'
import { once } from 'node:events'

// Waits for the end of its input, which comes when we close it or die in any way, then stops the database and removes its folder.
const WATCH = `
cat > /dev/null
pid=$(head -n 1 "$2/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then kill -INT "$pid"; while [ -e "$2/postmaster.pid" ] && kill -0 "$pid"; do sleep 0.1; done; fi
rm -rf "$1"`

/**
 * Removes a throwaway database even when the tests are killed with -9: a small shell outlives us for it. `finish` is for a database that
 * was stopped in order, and resolves when its folder is gone.
 */
export function removeWhenWeDie(folder: string, dataDir: string) {
  const shell = spawn('sh', ['-c', WATCH, 'watch', folder, dataDir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  return {
    async finish() {
      shell.ref()
      const gone = once(shell, 'exit')
      shell.stdin.end()
      await gone
    },
  }
}
