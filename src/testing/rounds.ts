import { createHash } from 'node:crypto'

/**
 * Which of `count` moments a test file is run at in a round. Over `count` rounds in a row each file is at each moment once; a file that comes or goes
 * moves no other.
 */
export const turnOf = (path: string, round: number, count: number): number =>
  (createHash('sha256').update(path).digest().readUInt32BE() + round) % count
