// The shortest program that Fastify makes possible: the reference for a start of the shop.
import Fastify from 'fastify'

const app = Fastify().get('/', async () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => process.exit(0))
