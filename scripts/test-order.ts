import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of whole shops, which wait for processes and timeouts longer than they compute. */
const WAITING_PATTERN = /\/(torture|app\/server\/process)\//

/** Between two files that wait, this many that compute. */
const BETWEEN = 2

/**
 * Begins with the tests that wait, one beside those that compute, so that none of the long ones is left over at the end.
 * The files that share processes are not mixed with others: a file of another project would end such a process, and the
 * next one would have to load the server again.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files)
    const ofProject = Map.groupBy(sortedFiles, ({ project }) => project)
    const sharing = [...ofProject].toSorted(
      ([one], [other]) => Number(one.config.isolate) - Number(other.config.isolate),
    )
    return sharing.flatMap(([, files]) => waitingFirst(files))
  }
}

function waitingFirst(files: TestSpecification[]) {
  const waiting = files.filter(({ moduleId }) => WAITING_PATTERN.test(moduleId))
  const computing = files.filter(({ moduleId }) => !WAITING_PATTERN.test(moduleId))
  const first = waiting.flatMap((file, at) => [file, ...computing.slice(at * BETWEEN, (at + 1) * BETWEEN)])
  return [...first, ...computing.slice(waiting.length * BETWEEN)]
}
