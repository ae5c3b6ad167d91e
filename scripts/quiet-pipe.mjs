// A script whose reader has seen enough, as in `npm run house | head -1`, ends without a stack trace.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    throw error
  })
