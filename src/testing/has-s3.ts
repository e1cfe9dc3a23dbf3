import { existsSync } from 'node:fs'

/** Debian's Python, which its packages are for. */
export const PYTHON = '/usr/bin/python3'

/** Whether Debian's `python3-swift` is here, whose s3api is the S3 server of the tests. */
export const hasS3 = (): boolean => existsSync(PYTHON) && existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api')
