import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server and one that speaks as the provider of texts does; they keep what they take, the oldest first. */
export async function startPost() {
  const taken: { to: string; body: string; whole: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        const whole = `${mail.subject}\n${mail.text}\n${mail.html ?? ''}`
        taken.push({ to: session.envelope.rcptTo[0]?.address ?? '', body: mail.text ?? '', whole })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const texts = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(String(Buffer.concat(chunks)))
    const body = form.get('Body') ?? ''
    taken.push({ to: form.get('To') ?? '', body, whole: body })
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}')
  })
  await new Promise<void>((resolve) => texts.listen(0, '127.0.0.1', resolve))
  const portOf = (one: { address: () => unknown }) => (one.address() as AddressInfo).port
  return {
    taken,
    mail: { url: `smtp://127.0.0.1:${portOf(smtp.server)}`, from: 'Pritchel <diary@example.com>' },
    twilio: { accountSid: 'AC1', authToken: 'secret', from: '+447700900000', baseUrl: `http://127.0.0.1:${portOf(texts)}` },
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      texts.closeAllConnections()
      await new Promise<void>((resolve) => texts.close(() => resolve()))
    },
  }
}
