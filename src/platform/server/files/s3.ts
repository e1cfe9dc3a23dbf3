import type { Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'

/** How a bucket is reached. */
export type S3Settings = {
  /** Anything but Amazon's own. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is in the path instead of the name of the host. */
  isInPath: boolean
}

/** One bucket, and what speaks with it. `sdk` makes commands, where one is signed and not sent. */
export type Bucket = { sdk: typeof import('@aws-sdk/client-s3'); s3: S3; Bucket: string }

/** Loaded with the first file, so that a server starts as fast without it. */
export function bucketOnDemand(settings: S3Settings): () => Promise<Bucket> {
  let opened: Promise<Bucket> | undefined
  return () => {
    opened ??= openBucket(settings)
    return opened
  }
}

async function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey, isInPath }: S3Settings): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const s3 = new sdk.S3({
    ...(endpoint ? { endpoint } : {}),
    region,
    forcePathStyle: isInPath,
    credentials: { accessKeyId, secretAccessKey },
    // What else speaks S3 knows neither of these; we hash everything ourselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENT_MS },
  })
  return { sdk, s3, Bucket: bucket }
}

const CONNECT_MS = 5000
const SILENT_MS = 30_000

/** Where a browser sends what it puts into the bucket itself. */
export function originOf({ endpoint, region, bucket, isInPath }: Pick<S3Settings, 'endpoint' | 'region' | 'bucket' | 'isInPath'>): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  return isInPath ? url.origin : `${url.protocol}//${bucket}.${url.host}`
}

/** The content of an object as it comes. */
export const bodyOf = (body: unknown): Readable => body as Readable

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Whether an error means that there is no such object. */
export const isMissing = (error: unknown): boolean => statusOf(error) === 404

/** Whether an error means that the object has changed. */
export const isReplaced = (error: unknown): boolean => statusOf(error) === 412
