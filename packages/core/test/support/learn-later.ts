import {
  type AsyncDriveOptions,
  type AsyncTeacher,
  createLearner,
  type Learned,
  type LearnOptions,
  runLearnerAsync,
  unlessFailed,
} from "@hankel/core";

/** Learns from a teacher that may take its time, by the bare driver. */
export async function learnLater<W, A = W>(
  teacher: AsyncTeacher<W, A>,
  options: LearnOptions<W, A> & AsyncDriveOptions<W, A> = {},
): Promise<Learned<W>> {
  return unlessFailed(await runLearnerAsync(createLearner(teacher, options), teacher, options));
}
