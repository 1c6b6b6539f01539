# frozen_string_literal: true

require 'fileutils'
require 'json'
require 'securerandom'

# What must survive a restart, in a file that is only appended to and read again at the start. It holds no post text.
# It is never shortened: a connector with many posts wants a database.
class Journal
  # One operation. `state` is nil before the reservation, then reserved, drafted, and in the end published or refused.
  class Operation
    attr_reader :id, :lock, :refusals
    attr_accessor :state, :draft, :result

    def initialize(id)
      @id = id
      @lock = Mutex.new
      @refusals = 0
    end

    def enter(state, draft, result)
      @state = state
      @draft = draft
      @result = result
      @refusals += 1 if state == 'refused'
    end
  end

  def initialize(folder)
    FileUtils.mkdir_p(folder)
    @guard = Mutex.new
    @connections = {}
    @operations = {}
    @file = File.open(File.join(folder, 'journal'), File::RDWR | File::CREAT | File::BINARY)
    abort 'another connector uses this journal' unless @file.flock(File::LOCK_EX | File::LOCK_NB)

    File.open(folder, &:fsync)
    replay
  end

  # The connection of the workspace: always the same one.
  def connect(workspace)
    @guard.synchronize do
      next @connections[workspace] if @connections.key?(workspace)

      reference = "conn_#{SecureRandom.hex(12)}"
      append(workspace:, connection: reference)
      @connections[workspace] = reference
    end
  end

  def connection?(reference)
    @guard.synchronize { @connections.value?(reference) }
  end

  def find(id)
    @guard.synchronize { @operations[id] }
  end

  def find_or_add(id)
    @guard.synchronize { @operations[id] ||= Operation.new(id) }
  end

  # Returns once it is on the disk. The caller holds the lock of the operation.
  def record(operation, state, draft: nil, result: nil)
    @guard.synchronize { append(operation: operation.id, state:, draft:, result:) }
    operation.enter(state, draft, result)
  end

  private

  def append(entry)
    @file.write("#{JSON.generate(entry)}\n")
    @file.fdatasync
  end

  def replay
    complete = 0
    @file.each_line do |line|
      # A crash in the middle of the last line: what it announces was never begun.
      break unless line.end_with?("\n")

      complete += line.bytesize
      apply(JSON.parse(line.force_encoding(Encoding::UTF_8), symbolize_names: true))
    end
    @file.truncate(complete)
    @file.seek(complete)
  end

  def apply(entry)
    return @connections[entry[:workspace]] = entry[:connection] if entry.key?(:connection)

    operation = (@operations[entry[:operation]] ||= Operation.new(entry[:operation]))
    operation.enter(entry[:state], entry[:draft], entry[:result])
  end
end
