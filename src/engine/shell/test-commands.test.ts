import { describe, expect, it } from 'vitest'
import { checkIn } from './check-command.ts'

const lines = (text: string) => text.trim().split('\n')

const TESTS = lines(`
pytest
pytest -q tests/test_a.py
py.test -x
python -m pytest -x
python3 -m pytest tests
python3.12 -m pytest
.venv/bin/pytest -q
.venv/bin/python -m pytest
python -m unittest discover -s tests
python3 -m unittest tests.test_a -v
python manage.py test shop
python -m django test
python3 ./manage.py test --keepdb
go test ./...
go test -run TestPrice -v ./pkg/price
gotestsum -- ./...
cargo test
cargo t -p core
cargo nextest run
cargo nextest run -p core --no-fail-fast
cargo test --lib price::tests
jest
npx jest src/a.test.ts
yarn jest
pnpm jest --coverage
vitest run
npx vitest run
pnpm vitest run src
pnpm exec vitest
mocha
npx mocha test/**/*.js
npx ava
ava
npx tap
npx tape test/*.js
npx c8 mocha
npx nyc mocha
node --test
node --test test/
node --import tsx --test src/*.test.ts
node --experimental-vm-modules node_modules/jest/bin/jest.js
node_modules/.bin/jest
./node_modules/.bin/vitest run
tsx --test src/a.test.ts
deno test
deno test -A
deno task test
bun test
bun run test
bunx vitest run
gradle test
./gradlew test
./gradlew :app:testDebugUnitTest
./gradlew check
./gradlew clean test --tests com.acme.PriceTest
gradle -q test
mvn test
mvn -q -Dtest=PriceTest test
./mvnw verify
mvn clean install
mvnw test
mvn surefire:test
dotnet test
dotnet test --no-build src/A.Tests
dotnet vstest a.dll
rspec
rspec spec/models
bundle exec rspec
bin/rspec
bundle exec rake test
rake test
rake spec
rails test
bin/rails test test/models
bundle exec rails test
ruby -Itest test/price_test.rb
ruby -I test test/price_test.rb
bundle exec m test/price_test.rb
minitest
bundle exec minitest
phpunit
vendor/bin/phpunit
./vendor/bin/phpunit --filter price
php vendor/bin/phpunit
php artisan test
./vendor/bin/pest
vendor/bin/pest --parallel
composer test
composer run test
php bin/phpunit
sail test
./vendor/bin/sail test
ctest
ctest --output-on-failure --test-dir build
cd build && ctest -j4
meson test -C build
bazel test //...
bazelisk test //src:price_test
swift test
swift test --filter PriceTests
xcodebuild test -scheme App
xcodebuild -scheme App -destination 'platform=iOS Simulator' test
mix test
MIX_ENV=test mix test test/price_test.exs
sbt test
sbt "testOnly PriceSpec"
sbt 'project core' test
./sbt core/test
scala-cli test .
mill core.test
lein test
clj -M:test
clojure -X:test
elixir -S mix test
zig build test
zig test src/main.zig
stack test
cabal test
dune test
dune runtest
opam exec -- dune test
flutter test
dart test
make test
make -C api test
gmake test
just test
task test
tox
tox -e py312
nox
nox -s tests
hatch test
hatch run test
pdm run pytest
pdm test
npm test
npm t
npm run test
npm run test:unit
npm run -s test
npm --prefix api test
npm -w api test
npm run test --workspace=api
pnpm test
pnpm -r test
pnpm --filter api test
pnpm run test:ci
yarn test
yarn workspace api test
yarn run test
turbo test
turbo run test
npx turbo run test --filter=api
nx test api
npx nx run api:test
nx run-many -t test
nx affected --target=test
lerna run test
rush test
docker compose exec web pytest
docker compose exec -T web pytest -q
docker-compose run --rm api npm test
docker compose run --rm api go test ./...
docker exec -it web bundle exec rspec
docker run --rm -v "$PWD":/app app pytest
podman exec web pytest
kubectl exec -it pod/web -- pytest
poetry run pytest
poetry run python -m pytest
uv run pytest
uv run --frozen pytest -q
uv run python -m pytest
uvx pytest
uv run -m pytest
pipenv run pytest
rye test
pixi run test
conda run -n app pytest
micromamba run -n app pytest
direnv exec . pytest
mise run test
mise exec -- pytest
nix develop -c pytest
nix-shell --run "pytest -q"
devbox run test
doppler run -- npm test
dotenv -e .env.test -- npx jest
dotenvx run -- npx vitest
coverage run -m pytest
python -m coverage run -m pytest
coverage run -m unittest
xvfb-run npm test
timeout 600 npm test
time go test ./...
CI=1 npm test
env CI=1 pytest
bash -lc "npm test"
sh -c 'cd api && npm test'
ssh host "cd app && npm test"
cd api && pytest
pushd api; npm test; popd
(cd api && npm test)
npm ci && npm test
npx playwright test
npx cypress run
npx cucumber-js
cucumber
behave
robot tests/
robot --outputdir out tests
npx testcafe chrome tests
npx wdio run wdio.conf.js
ng test
ng test --watch=false
npx ng test
npx react-scripts test
vue-cli-service test:unit
ember test
npx web-test-runner
npx wtr
karma start --single-run
hardhat test
npx hardhat test
forge test
anchor test
truffle test
bats test
bats tests/*.bats
prove -r t
perl Makefile.PL && make test
Rscript -e 'devtools::test()'
Rscript -e 'testthat::test_dir("tests")'
julia --project -e 'using Pkg; Pkg.test()'
busted
crystal spec
nimble test
rebar3 eunit
gleam test
./run_tests.sh
./scripts/test.sh
bash scripts/run-tests.sh
./test.sh
bin/test
script/test
./runtests.py
python runtests.py
terraform test
molecule test
earthly +test
dagger call test
ctest --test-dir build 2>&1 | tail -20
pytest 2>&1 | tail -20
./bin/phpunit
vstest.console.exe a.dll
nunit3-console a.dll
ginkgo -r
ginkgo ./...
richgo test ./...
go tool gotestsum
npm run e2e
npm run coverage
npm run spec
yarn spec
invoke test
inv test
pants test ::
buck2 test //...
please test
tap test/*.js
uvu tests
npx uvu
npx qunit
npx jasmine
jasmine
cabal new-test
pwsh -c "Invoke-Pester"
Invoke-Pester
cargo llvm-cov
cargo llvm-cov nextest
cargo tarpaulin
cross test
cargo miri test
cargo test -- --nocapture
wasm-pack test --node
shellspec
ava --verbose
bundle exec ruby -Itest test/a_test.rb
make check
make -j8 check
make check TESTS=price
gmake check
make distcheck
make installcheck
make check-world
ninja check
ninja -C build test
ninja check-all
cmake --build build --target test
cmake --build build --target check
cmake --build build -t test
rebar3 ct
rebar3 ct --suite test/price_SUITE
rebar3 do eunit, ct
rebar3 as test ct
rebar3 proper
stack build --test
stack build --test --fast
stack install --test
stack build :price-test
dune build @runtest
dune build @test
dune build @all @runtest
julia test/runtests.jl
julia --project=. test/runtests.jl
Rscript tests/testthat.R
R CMD check price_1.0.tar.gz
nix flake check
ant test
scons test
./waf test
./Build test
mage test
raco test .
opa test .
dbt test
helm test price
helm unittest .
luarocks test
zef test .
eldev test
bb test
sui move test
aptos move test
pio test
fastlane test
tuist test
detox test
maestro test flow.yaml
spago test
elm-test
npx elm-test
nosetests
python -m nose
ward
ert-runner
emacs --batch -l test/a.el -f ert-run-tests-batch-and-exit
kaocha
bin/kaocha
llvm-lit -sv test
lit -v test
west twister
./scripts/twister -T tests
npx nightwatch
npx testem ci
phpspec run
vendor/bin/phpspec run
vendor/bin/kahlan
newman run a.json
npx newman run a.json
kyua test
promtool test rules a.yml
ansible-test units
perl t/price.t
swipl -g run_tests -t halt price.pl
bundle exec parallel_rspec
bundle exec turbo_tests
parallel_test
go run gotest.tools/gotestsum@latest ./...
go run github.com/onsi/ginkgo/v2/ginkgo -r
npm run check:test
moon run :test
npx lerna run test
elixir test/price_test.exs
mix espec
mix test.watch
python setup.py test
python -m doctest price.py
php tests/run-tests.php
gradle connectedAndroidTest
./gradlew integrationTest
./gradlew testReleaseUnitTest
mvn -pl core verify
dotnet run --project tests/A.Tests
swift run tests
vcpkg test
`)

const NO_TESTS = lines(`
pytest --version
pytest --collect-only
pip install pytest
npm install -D vitest
pip install pytest-cov
cargo add nextest
go get gotest.tools/gotestsum
cat tests/test_a.py
vim pytest.ini
grep -rn pytest .
ls test
cd test
mkdir tests
git add test/a.test.ts
git checkout -b test
git push origin test
docker build -t test .
docker compose up -d test
docker ps
docker compose logs web
kubectl get pods -n test
ssh test
npm run dev
npm run testbed
npm init -y
rm -rf test
which pytest
echo npm test
cargo test --no-run
go test -list .
go vet ./...
vitest --help
npx jest --listTests
npx jest --init
npx playwright install
npx playwright codegen
npx cypress open
npx playwright show-report
mvn dependency:tree
mvn -version
gradle tasks
./gradlew assemble
dotnet new xunit
dotnet add package xunit
bundle install
bundle exec rubocop
rails db:migrate RAILS_ENV=test
RAILS_ENV=test bin/rails db:migrate
rails console -e test
bundle exec rake db:test:prepare
rake db:test:prepare
rails generate test_unit:model a
php artisan migrate --env=testing
php artisan make:test PriceTest
ctest -N
ctest --show-only
bazel build //...
swift build
mix deps.get
mix compile
sbt compile
tox -l
nox -l
nox --list
ruby test.rb
python test.py
node test.js
test -f package.json
test -d node_modules && echo yes
[ -f a ] && echo b
npm run clean
terraform plan
make clean
make help
deno fmt
bun install
bun add vitest
yarn add -D jest
pnpm add -D vitest
uv add pytest
uv pip install pytest
poetry add pytest
poetry add --group test pytest
conda install pytest
cargo install cargo-nextest
brew install bats
apt-get install -y ctest
export TEST=1
psql -d test -c 'select 1'
createdb test
redis-cli ping
curl http://localhost/test
tail -f log/test.log
npm view jest version
npm ls vitest
npm uninstall jest
npm outdated
git commit -m "test: add"
git log --grep test
gh run view --log-failed
gh pr checks
coverage report
coverage html
coverage xml
nyc report
go tool cover -html=c.out
npx vitest list
cp -r test fixtures
robot --version
prove --version
act -l
forge build
hardhat compile
flutter doctor
zig build
stack build
dune build
cat Makefile | grep test
sed -n 1,20p test/a.js
find . -name "*test*"
code test
open coverage/index.html
task --list
just --list
make -n test
npm run test -- --help
npm test --help
docker compose exec web bash
docker compose exec db psql -U test
docker run --rm test
docker exec web ls test
make check-format
make check-types
make checkout
make check_style
make -n check
make -C check
make check-updates
ninja
ninja -C build
ninja -C test
cmake -S test -B build
cmake --build build
cmake --build build --target install
cmake --build test
rebar3 compile
rebar3 dialyzer
rebar3 shell
stack build --no-test
stack build --test --no-run-tests
stack exec test-app
dune build @check
dune build @fmt
dune build test
julia script.jl
Rscript analysis.R
R CMD build .
R CMD INSTALL .
nix flake update
nix flake show
nix build .#test
ant compile
ant -f test/build.xml compile
helm install test ./chart
helm upgrade test .
helm template test .
dbt run
dbt run --select test
opa eval data.test
fastlane beta
west build
emacs test.el
lit --version
newman --version
gauge install java
npm run check
just check
cargo check
deno check a.ts
pre-commit run
checkmake Makefile
perl test.pl
scons
mage build
bb tasks
raco make a.rkt
raco pkg install test
pio run
sui move build
kubectl apply -f test.yaml
terraform fmt -check
./gradlew -x test assemble
`)

describe('commands that run tests', () => {
  it.each(TESTS)('%s is a test', (command) => expect(checkIn(command)?.kind).toBe('test'))

  it.each(NO_TESTS)('%s runs no test', (command) => expect(checkIn(command)?.kind).not.toBe('test'))

  it('names a test inside of a container by the whole line', () => {
    expect(checkIn('cd shop && docker compose exec -T web pytest -q | tail -3')).toEqual({
      kind: 'test',
      command: 'docker compose exec -T web pytest -q',
      isMasked: true,
    })
  })

  it.each([
    ['docker compose exec web npm run build', 'build'],
    ['docker run --rm -v .:/app app npm run lint', 'lint'],
    ['./gradlew build -x test', 'build'],
    ['mvn package -DskipTests', 'build'],
  ] as const)('%s is a %s', (command, kind) => expect(checkIn(command)?.kind).toBe(kind))
})
